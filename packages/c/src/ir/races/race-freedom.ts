import { conflict } from './conflicts.js';
import { Contexts } from './contexts.js';
import { orNotFollowed } from './not-followed.js';
import { PointsTo } from './points-to.js';
import { ThreadFlow } from './thread-flow.js';
import { wholeProgram } from './whole-program.js';

/**
 * Returns why the program may have a data race; undefined if it has none, for all inputs and schedules: of any two
 * accesses of different threads to the same memory, both read, both are atomic, both hold a lock, or a start or a join of
 * a thread orders them. Takes for granted that the program stays within the bounds and the lifetimes of objects, and
 * unlocks only what it has locked.
 */
export function mayRace(irs: readonly string[], openFunctions: boolean): string | undefined {
  return orNotFollowed(() => {
    const pointsTo = new PointsTo(new Contexts(wholeProgram(irs, openFunctions)));
    const name = conflict(pointsTo, new ThreadFlow(pointsTo));
    return name === undefined ? undefined : `threads may access ${name} at the same time`;
  });
}

/** Whether the program has no data race. Asks only where the answer is likely, and known at once. */
export function isRaceFree(irs: readonly string[]): boolean {
  const startsThreads = irs.some((ir) => /@(?:pthread|thrd)_create\b/.test(ir));
  return startsThreads && !irs.some((ir) => ir.includes('landingpad')) && mayRace(irs, false) === undefined;
}
