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

/** Number of accesses to examine, in either direction or forward, before giving up. */
const FAR = 64;
/** Number of best approaches to keep. */
const MOST = 4;
/**
 * Limit on accesses tried as parts of approaches to a cycle. If threads run the same code, many of them are dead ends.
 */
const MOST_TRIED = 20_000;

/** Number of accesses that may still be tried. */
interface Allowance {
  left: number;
}

/** The recorded data of an execution under SC. */
export interface SequentialRun {
  readonly seed: number;
  readonly accesses: Accesses;
  /** By access: the step at which it was issued. */
  readonly issued: readonly number[];
}

/** Returns the approaches that come closest to the cycle. */
export function approachesTo(cycle: Cycle, runs: readonly SequentialRun[]): readonly Approach[] {
  const approaches: Approach[] = [];
  const allowance: Allowance = { left: MOST_TRIED };
  for (const run of runs) {
    const most = approaches.length < MOST ? Infinity : approaches.at(-1)!.distance;
    const closest = closestApproach(run, cycle, most, allowance);
    if (closest === undefined) continue;
    approaches.push({ of: run.seed, ...closest });
    approaches.sort((a, b) => a.distance - b.distance);
    if (approaches.length > MOST) approaches.pop();
  }
  return approaches;
}

/** Returns the prefix of a run that had the cycle with this access as its first. */
export function approachOf(run: Run, cycle: Cycle, first: number): Approach {
  const firsts = around(run.accesses, cycle, first, { left: MOST_TRIED }) ?? [first];
  const steps = Math.min(...firsts.map((each) => run.issued[each]!));
  return { of: run.recordedSteps(), steps, distance: 0 };
}

function closestApproach(
  { accesses, issued }: SequentialRun,
  cycle: Cycle,
  most: number,
  allowance: Allowance,
): Pick<Approach, 'steps' | 'distance'> | undefined {
  let closest: Pick<Approach, 'steps' | 'distance'> | undefined;
  for (let i = accesses.firstWith(cycle[0]!); i !== -1; i = accesses.next[i]!) {
    const firsts = around(accesses, cycle, i, allowance);
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
 * Returns accesses close to this one with the labels of the first accesses of all pairs, in different threads, from
 * which the cycle continues. Undefined if there are none, or if too many were tried.
 */
function around(accesses: Accesses, cycle: Cycle, start: number, allowance: Allowance): readonly number[] | undefined {
  const { thread, label, location, count } = accesses;
  const firsts = [start];
  const extend = (): boolean => {
    const first = firsts.at(-1)!;
    const pair = firsts.length - 1;
    const isLast = 2 * firsts.length === cycle.length;
    if (isLast) return goesOn(accesses, first, cycle[2 * pair + 1]!, location[start]!);
    const wanted = cycle[2 * firsts.length]!;
    for (let away = 1; away < FAR; away++) {
      for (const i of [start + away, start - away]) {
        if (i < 0 || i >= count || label[i] !== wanted || firsts.some((each) => thread[each] === thread[i])) continue;
        if (allowance.left-- <= 0) return false;
        // Skip accesses from which the cycle does not continue.
        if (!goesOn(accesses, first, cycle[2 * pair + 1]!, location[i]!)) continue;
        firsts.push(i);
        if (extend()) return true;
        firsts.pop();
      }
    }
    return false;
  };
  return extend() ? firsts : undefined;
}

/**
 * Whether the thread then reaches the second access of the pair, which conflicts with the first access of the next
 * pair.
 */
function goesOn({ thread, label, location, count }: Accesses, first: number, second: number, where: number): boolean {
  for (let i = first; i < Math.min(count, first + 2 * FAR); i++) {
    if (thread[i] === thread[first] && label[i] === second && location[i] === where) return true;
  }
  return false;
}
