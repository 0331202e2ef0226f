import type { IntegerSet } from '../syntax/integer-sets.js';
import type { Cell } from './cells.js';
import { isWithin, union, widened } from './number-sets.js';

/** How the values that are stored compare to those that they replace. */
export interface Directions {
  readonly signedUp: boolean;
  readonly signedDown: boolean;
  readonly unsignedUp: boolean;
  readonly unsignedDown: boolean;
}

export const ANY_DIRECTION: Directions = { signedUp: true, signedDown: true, unsignedUp: true, unsignedDown: true };
export const NO_DIRECTION: Directions = { signedUp: false, signedDown: false, unsignedUp: false, unsignedDown: false };

const KEYS = ['signedUp', 'signedDown', 'unsignedUp', 'unsignedDown'] as const;

/** Returns the directions that both have. */
export function bothDirections(a: Directions, b: Directions): Directions {
  return {
    signedUp: a.signedUp && b.signedUp,
    signedDown: a.signedDown && b.signedDown,
    unsignedUp: a.unsignedUp && b.unsignedUp,
    unsignedDown: a.unsignedDown && b.unsignedDown,
  };
}

/** What threads store in a situation. */
interface Stored {
  readonly set: IntegerSet;
  readonly directions: Directions;
  readonly changes: number;
}

/** After as many changes, values are widened. */
const PATIENCE = 4;

/** What threads store to each cell, by situation. */
export class Stores {
  private readonly thresholds: readonly bigint[];
  private readonly byCell = new Map<Cell, Map<number, Stored>>();

  constructor(thresholds: readonly bigint[]) {
    this.thresholds = thresholds;
  }

  /** Returns whether this is new. */
  note(cell: Cell, situation: number, set: IntegerSet, given: Directions): boolean {
    let stored = this.byCell.get(cell);
    if (stored === undefined) this.byCell.set(cell, (stored = new Map<number, Stored>()));
    const old = stored.get(situation);
    if (old === undefined) {
      stored.set(situation, { set, directions: given, changes: 0 });
      return true;
    }
    const directions = bothDirections(old.directions, given);
    if (isWithin(set, old.set) && KEYS.every((key) => directions[key] === old.directions[key])) return false;
    const isWidened = old.changes > PATIENCE && !isWithin(set, old.set);
    const all = isWidened ? widened(old.set, set, cell.bits, this.thresholds) : union(old.set, set);
    stored.set(situation, { set: all, directions, changes: old.changes + 1 });
    return true;
  }

  /** Returns what is stored to the cell, by situation. */
  to(cell: Cell): ReadonlyMap<number, Pick<Stored, 'set' | 'directions'>> {
    return this.byCell.get(cell) ?? NONE;
  }
}

const NONE: ReadonlyMap<number, Stored> = new Map();
