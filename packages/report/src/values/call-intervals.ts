import type { ToldHistory } from '@fencepost/core';

/** The time of a call, in units in which only the order matters. Calls whose intervals overlap are concurrent. */
export interface CallInterval {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

/**
 * Returns an interval for each call, by thread, such that one ends before another begins exactly if the history orders
 * them. Returns undefined if there are no such intervals: the order is then not that of time.
 */
export function callIntervals({ threads, order }: ToldHistory): readonly (readonly CallInterval[])[] | undefined {
  const lengths = threads.map(({ calls }) => calls.length);
  const before = predecessors(lengths, order);
  // The sets of predecessors of intervals are nested: each set is a moment at which calls begin.
  const sizes = [...new Set(before.map(({ size }) => size))].sort((a, b) => a - b);
  const start = before.map(({ size }) => sizes.indexOf(size));
  const end = before.map((_, call) => {
    const later = before.flatMap((set, other) => (set.has(call) ? [start[other]!] : []));
    return Math.min(sizes.length, ...later) - 1;
  });
  const agrees = before.every((set, b) => end.every((last, a) => set.has(a) === last < start[b]!));
  if (!agrees) return undefined;
  let next = 0;
  return lengths.map((length) => Array.from({ length }, () => ({ start: start[next]!, end: end[next++]! })));
}

/** Returns for each call those that end before it begins. */
function predecessors(lengths: readonly number[], order: ToldHistory['order']): ReadonlySet<number>[] {
  const before = lengths.flatMap((length) => Array.from({ length }, () => new Set<number>()));
  let first = 0;
  for (const length of lengths) {
    for (let i = first + 1; i < first + length; i++) before[i]!.add(i - 1);
    first += length;
  }
  for (const pair of order) before[pair.after]?.add(pair.before);
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const set of before) {
      const { size } = set;
      for (const each of [...set]) for (const earlier of before[each] ?? []) set.add(earlier);
      isChanged ||= set.size > size;
    }
  }
  return before;
}
