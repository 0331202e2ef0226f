import type { CallOrder, History } from './history.js';
import { ANYTHING, END, REFUSED, WAITS, endedBefore } from './history.js';
import type { Interleaving } from './decide-real-time.js';
import type { SequentialRuns } from './sequential-runs.js';

/** A sequential order of calls that fails at its last call. */
export interface DeadEnd {
  /** Calls with the same results as in the execution. */
  readonly calls: readonly number[];
  /** The last call, and its result in this order (`WAITS`: it waits), which differs from that in the execution. */
  readonly next: number;
  readonly result: number;
}

/** Maximum number of dead ends. Users would not read more. */
const MOST = 1000;

/** Returns the points at which sequential orders of the calls fail, the longest orders first. */
export function deadEnds(history: History, order: CallOrder, specification: SequentialRuns): readonly DeadEnd[] {
  const { calls, results } = history;
  const found: DeadEnd[] = [];
  const returned = [...Array(calls.length).keys()]
    .filter((c) => results[c]! >= 0)
    .reduce((set, c) => set | (1 << c), 0);
  /** Undefined if the call cannot be next. */
  const nextOf = (state: number, c: number, done: number): number | undefined => {
    if (results[c]! >= 0) return specification.after(state, calls[c]!, results[c]!);
    // A call that never returns comes last, and must not return there either.
    if (results[c] !== WAITS || done !== returned) return undefined;
    return specification.after(state, calls[c]!, ANYTHING) === REFUSED ? undefined : REFUSED;
  };
  const visit = (sequence: readonly number[], done: number, state: number): void => {
    for (let c = 0; c < calls.length && found.length < MOST; c++) {
      if ((done & (1 << c)) !== 0 || (endedBefore(order, c) & ~done) !== 0) continue;
      const next = nextOf(state, c, done);
      if (next === undefined) continue;
      if (next !== REFUSED) visit([...sequence, c], done | (1 << c), next);
      else found.push({ calls: sequence, next: c, result: specification.resultOf(state, calls[c]!) });
    }
  };
  visit([], 0, 0);
  return found.sort((a, b) => b.calls.length - a.calls.length);
}

/** Returns the order of the calls in an interleaving of their beginnings and ends. Calls not in it come last. */
export function orderIn(interleaving: Interleaving, count: number): CallOrder {
  const order = new Int32Array(count);
  let ended = 0;
  const begun = new Set<number>();
  for (const node of interleaving) {
    if (node >= END) ended |= 1 << node;
    else {
      order[node] = ended;
      begun.add(node);
    }
  }
  for (let c = 0; c < count; c++) if (!begun.has(c)) order[c] = ended;
  return order;
}

/** Returns the pairs of an order that do not follow from others, and are not in one thread. */
export function tellingPairs(order: CallOrder, threads: readonly (readonly number[])[]): [number, number][] {
  const pairs: [number, number][] = [];
  for (let b = 0; b < order.length; b++) {
    const before = endedBefore(order, b);
    for (let a = 0; a < order.length; a++) {
      const isImplied = [...order.keys()].some(
        (c) => c !== a && c !== b && (before & (1 << c)) !== 0 && (endedBefore(order, c) & (1 << a)) !== 0,
      );
      const inOneThread = threads.some((calls) => calls.includes(a) && calls.includes(b));
      if ((before & (1 << a)) !== 0 && !isImplied && !inOneThread) pairs.push([a, b]);
    }
  }
  return pairs;
}
