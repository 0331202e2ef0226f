import { Random } from '@fencepost/core';
import type { CallOrder, History } from '@fencepost/linear';
import { END, OrderDecision, RealTimeDecision, SequentialRuns } from '@fencepost/linear';

// How many histories of six calls on three threads are decided per second of processor time, each for the first time:
// `npm run bench -- linear`. A search looks up those that it has decided before.

const THREADS = [
  [0, 1],
  [2, 3],
  [4, 5],
];
const CALLS = 6;
const random = new Random(1);
const below = (n: number): number => Math.floor(n * random.next());

/** A queue: calls 0 and 1 put an element, 2 takes one. */
function queue(calls: readonly number[]): number {
  const content: number[] = [];
  let result = 0;
  for (const call of calls) {
    result = call < 2 ? 5 : (content.shift() ?? 9);
    if (call < 2) content.push(call);
  }
  return result;
}

function interleaving(): number[] {
  const left = THREADS.map((calls) => calls.flatMap((c) => [c, END + c]));
  const order: number[] = [];
  while (left.some((each) => each.length > 0)) {
    const next = left[below(left.length)]!.shift();
    if (next !== undefined) order.push(next);
  }
  return order;
}

interface Ordered extends History {
  readonly order: CallOrder;
  readonly begins: CallOrder;
}

/** A third have a wrong result, which some order may explain all the same. */
function history(): Ordered {
  const calls = Array.from({ length: CALLS }, () => below(3));
  const both = [interleaving(), interleaving()];
  const effects = both[0]!.filter((node) => node >= END).map((node) => node - END);
  const results = calls.map((_, c) => queue(effects.slice(0, effects.indexOf(c) + 1).map((each) => calls[each]!)));
  if (below(3) === 0) results[below(CALLS)] = 9;
  const nodes = Array.from({ length: 2 * CALLS }, (_, i) => (i < CALLS ? i : END + i - CALLS));
  const isBefore = (a: number, b: number): boolean => both.every((each) => each.indexOf(a) < each.indexOf(b));
  const order = Int32Array.from(nodes, (b) => nodes.reduce((bits, a) => (isBefore(a, b) ? bits | (1 << a) : bits), 0));
  return { calls, results, order, begins: order.slice(0, CALLS) };
}

const histories = Array.from({ length: 20_000 }, history);

/** The best of some rounds; `decide`: is it explained? */
function measure(name: string, decide: (history: Ordered) => boolean): void {
  let best = Infinity;
  let explained = 0;
  for (let round = 0; round < 6; round++) {
    const before = process.cpuUsage();
    explained = histories.filter(decide).length;
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1e6);
  }
  const rate = Math.round(histories.length / best).toLocaleString('en');
  console.log(`${name.padEnd(15)} ${rate.padStart(10)} histories/s   ${explained} of ${histories.length} explained`);
}

const specification = new SequentialRuns(3, (calls) => ({ result: queue(calls) }));
const inOrder = new OrderDecision(specification);
const realTime = new RealTimeDecision(specification);
measure('happens-before', (each) => inOrder.decide(each, each.begins) !== undefined);
measure('real time', (each) => realTime.refute(each, each.order) === undefined);
