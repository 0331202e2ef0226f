import type { Cell } from './cells.js';
import type { Environment, Term } from './environment.js';
import { isSame } from './environment.js';

/** Elements of an array whose values are known. */
const SLOTS = 3;

/**
 * Elements of arrays that the thread has accessed since it, or another thread, has last written to the array: for each, its
 * address and its value, at two places after that of the cell.
 */
function slots({ number }: Cell): readonly (readonly [address: number, value: number])[] {
  return Array.from({ length: SLOTS }, (_, slot) => {
    const first = -1 - number - (2 * slot + 1) / 16;
    return [first, first - 1 / 16];
  });
}

/** Returns the number of the cell to which a place belongs; -1: to none. */
export function cellAt(place: number): number {
  return place < 0 && place !== -Infinity ? Math.floor(-1 - place) : -1;
}

/** Returns the value of the element at this address, if it is known. */
export function elementAt(at: Environment, cell: Cell, address: Term): Term | undefined {
  for (const [place, value] of slots(cell)) {
    const known = at.terms.get(place);
    if (known !== undefined && isSame(known, address)) return at.terms.get(value);
  }
  return undefined;
}

/** Notes the value of the element at this address. */
export function noteElement(at: Environment, cell: Cell, address: Term, element: Term): void {
  const all = slots(cell);
  const [place, value] = all.find(([each]) => !at.terms.has(each)) ?? all[0]!;
  at.terms.set(place, address);
  at.terms.set(value, element);
}

/** Forgets the elements of an array. */
export function forgetElements(at: Environment, cell: Cell): void {
  if (!cell.isArray) return;
  for (const [place, value] of slots(cell)) {
    at.terms.delete(place);
    at.terms.delete(value);
  }
}
