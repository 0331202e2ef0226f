import type { IntegerSet } from '../syntax/integer-sets.js';
import type { Cell } from './cells.js';
import { assume } from './conditions.js';
import type { Environment } from './environment.js';
import { NOTHING, union } from './number-sets.js';
import { isSure } from './orders.js';
import { pastOf } from './places.js';
import type { Published } from './published.js';
import type { Situations } from './situations.js';
import type { Directions } from './stores.js';
import { ANY_DIRECTION, NO_DIRECTION, bothDirections } from './stores.js';
import type { Term } from './terms.js';

/**
 * What a thread knows of a cell from an earlier time: since then, it has kept its value, or holds one that others have
 * stored meanwhile. All threads see the values of a cell in one order (coherence), whatever the model.
 */

/** Returns what threads that may run besides store to the cell, and how that compares to what it replaces. */
function storedMeanwhile(
  cell: Cell,
  situation: number,
  { written }: Published,
  situations: Situations,
): { readonly set: IntegerSet; readonly directions: Directions } {
  let [set, directions] = [NOTHING, ANY_DIRECTION];
  for (const [other, stored] of written.to(cell)) {
    if (!situations.areParallel(situation, other)) continue;
    set = union(set, stored.set);
    directions = bothDirections(directions, stored.directions);
  }
  return { set, directions };
}

/** Returns the values that the cell may hold, if it is known to have had one before. */
export function setSince(
  at: Environment,
  cell: Cell,
  situation: number,
  published: Published,
  situations: Situations,
): IntegerSet | undefined {
  const past = at.terms.get(pastOf(cell));
  return past && union(at.set(past), storedMeanwhile(cell, situation, published, situations).set);
}

/** Notes how a value that the cell has now compares to one that it had before; returns whether it can. */
export function compareWithPast(
  at: Environment,
  cell: Cell,
  now: Term,
  situation: number,
  published: Published,
  situations: Situations,
): boolean {
  const past = at.terms.get(pastOf(cell));
  if (past === undefined) return true;
  const { directions } = storedMeanwhile(cell, situation, published, situations);
  return (
    (!directions.signedUp || assume(at, 'sle', past, now)) &&
    (!directions.signedDown || assume(at, 'sge', past, now)) &&
    (!directions.unsignedUp || assume(at, 'ule', past, now)) &&
    (!directions.unsignedDown || assume(at, 'uge', past, now))
  );
}

/** Returns how a value compares to the one that it replaces. */
export function directionsOf(at: Environment, old: Term | undefined, value: Term): Directions {
  if (old === undefined) return NO_DIRECTION;
  return {
    signedUp: isSure(at, 'sle', old, value),
    signedDown: isSure(at, 'sge', old, value),
    unsignedUp: isSure(at, 'ule', old, value),
    unsignedDown: isSure(at, 'uge', old, value),
  };
}

/** Notes that others may do something else with the cell now. */
export function movePast(
  at: Environment,
  cell: Cell,
  from: number,
  to: number,
  { written }: Published,
  situations: Situations,
): void {
  const isMissed = [...written.to(cell).keys()].some(
    (each) => situations.areParallel(from, each) && !situations.areParallel(to, each),
  );
  if (from < 0 || isMissed) at.terms.delete(pastOf(cell));
}
