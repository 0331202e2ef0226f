import type { Cell } from './cells.js';
import type { Environment } from './environment.js';
import { slotsOf } from './places.js';
import type { Term } from './terms.js';
import { isSame } from './terms.js';

// Elements of arrays that the thread has accessed since it, or another thread, has last written to the array: the address
// of each, and its value.

/** Returns the value of the element at this address, if it is known. */
export function elementAt(at: Environment, cell: Cell, address: Term): Term | undefined {
  for (const [place, value] of slotsOf(cell)) {
    const known = at.terms.get(place);
    if (known !== undefined && isSame(known, address)) return at.terms.get(value);
  }
  return undefined;
}

/** Notes the value of the element at this address. */
export function noteElement(at: Environment, cell: Cell, address: Term, element: Term): void {
  const all = slotsOf(cell);
  const [place, value] = all.find(([each]) => !at.terms.has(each)) ?? all[0]!;
  at.terms.set(place, address);
  at.terms.set(value, element);
}

/** Forgets the elements of an array. */
export function forgetElements(at: Environment, cell: Cell): void {
  if (!cell.isArray) return;
  for (const [place, value] of slotsOf(cell)) {
    at.terms.delete(place);
    at.terms.delete(value);
  }
}
