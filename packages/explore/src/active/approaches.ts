import type { Accesses } from './accesses.js';
import type { Cycle } from './cycles.js';
import type { RecordedSteps, Run } from './run.js';

/** A prefix of an execution after which the first accesses of all pairs of a cycle follow soon. */
export interface Approach {
  /** The seed of an execution under SC, or the execution itself. */
  readonly of: number | RecordedSteps;
  /** Length of the prefix in steps. */
  readonly steps: number;
  /** Steps between the earliest and the latest of the first accesses. */
  readonly distance: number;
}

/** How many accesses to examine, in either direction or forward, before giving up. */
const FAR = 64;
/** How many of the best approaches to keep. */
const MOST = 4;

/** What is kept of an execution under SC. */
export interface SequentialRun {
  readonly seed: number;
  readonly accesses: Accesses;
  /** By access: the step at which it was issued. */
  readonly issued: readonly number[];
}

/** The approaches that come closest to the cycle. */
export function approachesTo(cycle: Cycle, runs: readonly SequentialRun[]): readonly Approach[] {
  const approaches: Approach[] = [];
  for (const run of runs) {
    const closest = closestApproach(run, cycle, approaches.length < MOST ? Infinity : approaches.at(-1)!.distance);
    if (closest === undefined) continue;
    approaches.push({ of: run.seed, ...closest });
    approaches.sort((a, b) => a.distance - b.distance);
    if (approaches.length > MOST) approaches.pop();
  }
  return approaches;
}

/** The prefix of a run that had the cycle, with this access as its first. */
export function approachOf(run: Run, cycle: Cycle, first: number): Approach {
  const firsts = around(run.accesses, cycle, first) ?? [first];
  const steps = Math.min(...firsts.map((each) => run.issued[each]!));
  return { of: run.recordedSteps(), steps, distance: 0 };
}

function closestApproach(
  { accesses, issued }: SequentialRun,
  cycle: Cycle,
  most: number,
): Pick<Approach, 'steps' | 'distance'> | undefined {
  let closest: Pick<Approach, 'steps' | 'distance'> | undefined;
  for (let i = accesses.firstWith(cycle[0]!); i !== -1; i = accesses.next[i]!) {
    const firsts = around(accesses, cycle, i);
    if (firsts === undefined) continue;
    const times = firsts.map((first) => issued[first]!);
    const steps = Math.min(...times);
    const distance = Math.max(...times) - steps;
    if (distance >= (closest?.distance ?? most)) continue;
    closest = { steps, distance };
  }
  return closest;
}

/**
 * Accesses close to this one with the labels of the first accesses of all pairs, in different threads, from which the
 * cycle continues.
 */
function around(accesses: Accesses, cycle: Cycle, start: number): readonly number[] | undefined {
  const { thread, label, count } = accesses;
  const firsts = [start];
  const extend = (): boolean => {
    if (2 * firsts.length === cycle.length) return goesOn(accesses, cycle, firsts);
    const wanted = cycle[2 * firsts.length]!;
    for (let away = 1; away < FAR; away++) {
      for (const i of [start + away, start - away]) {
        if (i < 0 || i >= count || label[i] !== wanted || firsts.some((first) => thread[first] === thread[i])) continue;
        firsts.push(i);
        if (extend()) return true;
        firsts.pop();
      }
    }
    return false;
  };
  return extend() ? firsts : undefined;
}

/** Do their threads then reach the second accesses, which conflict with the first ones of the next pairs? */
function goesOn(accesses: Accesses, cycle: Cycle, firsts: readonly number[]): boolean {
  const { thread, label, location, count } = accesses;
  return firsts.every((first, pair) => {
    const where = location[firsts[(pair + 1) % firsts.length]!];
    for (let i = first; i < Math.min(count, first + 2 * FAR); i++) {
      if (thread[i] === thread[first] && label[i] === cycle[2 * pair + 1] && location[i] === where) return true;
    }
    return false;
  });
}
