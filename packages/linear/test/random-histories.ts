import { Random } from '@fencepost/core';
import type { CallOrder, History } from '../src/index.js';
import { END, WAITS, SequentialRuns } from '../src/index.js';

/** A data structure as a function of all calls so far: the result of the last one, or `WAITS` if it waits. */
export type Structure = (calls: readonly number[]) => number;

/** Calls 0 and 1 put an element, 2 takes one or returns 9; 3 returns the number of elements. */
const queue: Structure = (calls) => {
  const content: number[] = [];
  let result = 0;
  for (const call of calls) {
    if (call < 2) result = content.push(call) * 0;
    else result = call === 2 ? (content.shift() ?? 9) : content.length;
  }
  return result;
};

/** Calls 0 and 1 write, 2 and 3 read. */
const register: Structure = (calls) => {
  if (calls.at(-1)! < 2) return 9;
  return calls.findLast((call) => call < 2) ?? 0;
};

/** Call 0 puts an element, 1 takes one or waits, 2 and 3 try to. */
const blocking: Structure = (calls) => {
  let count = 0;
  let result = 0;
  for (const call of calls) {
    result = call === 0 ? 0 : count === 0 ? (call === 1 ? WAITS : 9) : 1;
    if (call === 0) count++;
    else if (count > 0) count--;
  }
  return result;
};

export const STRUCTURES: readonly Structure[] = [queue, register, blocking];
export const CALLS = 4;

export function specificationOf(structure: Structure): SequentialRuns {
  return new SequentialRuns(CALLS, (calls) => ({ result: structure(calls) }));
}

/** The threads of a history: how many calls each has. */
export interface RandomHistory extends History {
  readonly structure: Structure;
  readonly calls: readonly number[];
  readonly results: readonly number[];
  readonly order: CallOrder;
}

/** A random history of up to `most` calls, with the order that a few random interleavings have in common. */
export function randomHistory(seed: number, most: number): RandomHistory {
  const random = new Random(seed);
  const below = (n: number): number => Math.floor(n * random.next());
  const structure = STRUCTURES[below(STRUCTURES.length)]!;
  const n = 1 + below(most);
  const threads: number[][] = Array.from({ length: 1 + below(3) }, () => []);
  const calls: number[] = [];
  for (let c = 0; c < n; c++) threads[Math.floor((c * threads.length) / n)]!.push(c);
  for (let c = 0; c < n; c++) calls.push(below(CALLS));
  const waits = (c: number): boolean => threads.some((each) => each.at(-1) === c) && below(8) === 0;
  const pending = calls.map((_, c) => waits(c));
  const interleavings = Array.from({ length: 1 + below(3) }, () => interleave(threads, below));
  // Results of some order of the calls that one of the interleavings allows, mostly, and others that nothing may explain.
  const effects = takeEffect(interleavings[0]!, below);
  const results = calls.map((_, c) => {
    if (pending[c] === true) return WAITS;
    if (below(12) === 0) return below(3);
    const before = effects.slice(0, effects.indexOf(c) + 1).map((each) => calls[each]!);
    const result = structure(before);
    return result === WAITS ? 1 : result;
  });
  // What has not returned has no end.
  const ends = results.reduce((bits, result, c) => (result === WAITS ? bits : bits | (1 << (END + c))), (1 << END) - 1);
  const order = commonOrder(interleavings, n).map((word) => word & ends);
  return { structure, calls, results, order };
}

type Below = (n: number) => number;

/** Beginnings and ends of the calls, in a random order that has those of each thread in turn. */
function interleave(threads: readonly (readonly number[])[], below: Below): number[] {
  const left = threads.map((calls) => calls.flatMap((c) => [c, END + c]));
  const order: number[] = [];
  while (left.some((each) => each.length > 0)) {
    const some = left[below(left.length)]!;
    if (some.length > 0) order.push(some.shift()!);
  }
  return order;
}

/** The calls in the order in which they take effect: somewhere between beginning and end. */
function takeEffect(interleaving: readonly number[], below: Below): number[] {
  const effects: number[] = [];
  const open: number[] = [];
  for (const node of interleaving) {
    if (node < END) open.push(node);
    for (let i = open.length - 1; i >= 0; i--) {
      if (below(3) === 0 || node === END + open[i]!) effects.push(...open.splice(i, 1));
    }
  }
  return effects;
}

/** What is before what in all of them. */
function commonOrder(interleavings: readonly (readonly number[])[], n: number): CallOrder {
  const order = new Int32Array(2 * n);
  const nodes = Array.from({ length: 2 * n }, (_, i) => (i < n ? i : END + i - n));
  nodes.forEach((node, i) => {
    for (const other of nodes) {
      const isBefore = interleavings.every((each) => each.indexOf(other) < each.indexOf(node));
      if (isBefore) order[i]! |= 1 << other;
    }
  });
  return order;
}
