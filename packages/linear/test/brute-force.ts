import { END, WAITS, endedBefore } from '../src/index.js';
import type { RandomHistory } from './random-histories.js';

/** All permutations of the calls that returned, after which the others wait. */
function isExplained(
  { calls, results, structure }: RandomHistory,
  mustPrecede: (a: number, b: number) => boolean,
): boolean {
  const all = calls.map((_, c) => c);
  const returned = all.filter((c) => results[c] !== WAITS);
  const resultAfter = (sequence: readonly number[], c: number): number =>
    structure([...sequence, c].map((each) => calls[each]!));
  const extend = (sequence: readonly number[]): boolean => {
    if (sequence.length === returned.length) {
      return all.every((c) => sequence.includes(c) || resultAfter(sequence, c) === WAITS);
    }
    return returned.some((c) => {
      if (sequence.includes(c) || resultAfter(sequence, c) !== results[c]) return false;
      return all.every((a) => !mustPrecede(a, c) || sequence.includes(a)) && extend([...sequence, c]);
    });
  };
  return extend([]);
}

/** Is there a sequential order that has each call after those that ended before it? */
export function isExplainedInOrder(history: RandomHistory): boolean {
  const { order } = history;
  return isExplained(history, (a, b) => (endedBefore(order, b) & (1 << a)) !== 0);
}

/** Is there one for every interleaving of beginnings and ends? */
export function isExplainedInRealTime(history: RandomHistory): boolean {
  return inEveryInterleaving(history, (at) => isExplained(history, (a, b) => at(END + a) >= 0 && at(END + a) < at(b)));
}

/** Does it hold in every interleaving? `at`: where a beginning or an end is in it; -1: nowhere. */
export function inEveryInterleaving(
  history: Pick<RandomHistory, 'calls' | 'results' | 'order'>,
  holds: (at: (node: number) => number, length: number) => boolean,
): boolean {
  const { order, calls, results } = history;
  const n = calls.length;
  const nodes = calls.flatMap((_, c) => (results[c] === WAITS ? [c] : [c, END + c]));
  const before = (node: number): number => order[node < END ? node : n + node - END]!;
  const visit = (interleaving: readonly number[], happened: number): boolean => {
    if (interleaving.length === nodes.length) {
      return holds((node) => interleaving.indexOf(node), interleaving.length);
    }
    return nodes.every((node) => {
      const known = nodes.reduce((bits, each) => bits | (1 << each), 0);
      const isNext = (happened & (1 << node)) === 0 && (before(node) & known & ~happened) === 0;
      return !isNext || visit([...interleaving, node], happened | (1 << node));
    });
  };
  return visit([], 0);
}
