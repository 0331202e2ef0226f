import type { Order } from '../program/ast.js';
import type { ThreadState, Word } from '../machine/state.js';

/** The initial write of a location. */
export const INITIAL = -1;

/** The content of a location: a word for a cell, the sleeping threads for a queue. */
export type Content = Word | readonly number[];

/** An access. Locations are the cells, then the queues. */
export interface Access {
  readonly thread: number;
  readonly location: number;
  readonly order: Order;
  /** The access that wrote the value it read, or `INITIAL`; undefined if it only writes. */
  readonly source?: number;
  /** The value it wrote, if any. */
  readonly wrote?: Content;
}

/** A partial execution. An access is ordered after those before it in its thread, and after the one it reads from. */
export interface Graph {
  readonly accesses: readonly Access[];
  /** By location: the accesses that write, in coherence order. */
  readonly coherence: readonly (readonly number[])[];
  readonly threads: readonly ThreadState[];
}

/** Returns the graph with one more access. A write gets this place in coherence order. */
export function extended({ accesses, coherence, threads }: Graph, access: Access, place = 0): Graph {
  const { location, wrote } = access;
  const order = coherence[location]!;
  return {
    accesses: [...accesses, access],
    coherence: wrote === undefined ? coherence : coherence.with(location, order.toSpliced(place, 0, accesses.length)),
    threads,
  };
}

/**
 * Returns a key that is the same for graphs with the same accesses, reads-from and coherence, however they were built.
 */
export function keyOf({ accesses, coherence, threads }: Graph): string {
  const rows = threads.map((): string[] => []);
  const names = accesses.map(({ thread }) => `${thread}.${rows[thread]!.push('') - 1}`);
  const filled = threads.map((): string[] => []);
  for (const { thread, source } of accesses) {
    filled[thread]!.push(source === undefined ? 'w' : (names[source] ?? 'initial'));
  }
  return JSON.stringify([filled, coherence.map((order) => order.map((i) => names[i]))]);
}
