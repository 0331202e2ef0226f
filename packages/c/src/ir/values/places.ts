import type { Cell } from './cells.js';

/** Returns the place of a cell. Those of registers are not negative. */
export function placeOf({ number }: Cell): number {
  return -1 - number;
}

/** Returns the number of the cell to which a place belongs; -1: to none. */
export function cellAt(place: number): number {
  return place < 0 && place !== -Infinity ? Math.floor(-1 - place) : -1;
}

/** The place of the argument of a thread that has not started yet. */
export const ARGUMENT = -Infinity;

/** Elements of an array whose values are known. */
const SLOTS = 3;
/** Places of a cell besides its own. */
const PARTS = 16;
const LAST = (PARTS - 1) / PARTS;

/** Returns the places of elements of an array: their addresses, and their values. */
export function slotsOf({ number }: Cell): readonly (readonly [address: number, value: number])[] {
  return Array.from({ length: SLOTS }, (_, slot) => {
    const first = -1 - number - (2 * slot + 1) / PARTS;
    return [first, first - 1 / PARTS];
  });
}

/** Returns the place for a value that the cell had at some time. Others may have written it since. */
export function pastOf({ number }: Cell): number {
  return -1 - number - LAST;
}

export function isPast(place: number): boolean {
  return place < 0 && -1 - place - Math.floor(-1 - place) === LAST;
}
