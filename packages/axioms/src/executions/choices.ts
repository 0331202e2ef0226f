import type { LocationChoice } from './execution.js';
import type { Skeleton } from './skeleton.js';

/** The choices that are enumerated for a location. */
export type Enumeration =
  /**
   * Coherence orders and reads that agree with program order on the location. For models that have this as an axiom.
   */
  | 'coherent'
  /** All coherence orders, and all sources of reads. */
  | 'all'
  /** All sources of reads and all last writes, without a coherence order. */
  | 'unordered'
  /** All sources of reads, without the last write. */
  | 'reads';

export function choicesOf(skeleton: Skeleton, address: number, enumeration: Enumeration): LocationChoice[] {
  const accesses = [...skeleton.events.keys()].filter((e) => skeleton.events[e]!.address === address);
  const writes = accesses.filter((e) => skeleton.events[e]!.writes);
  const reads = accesses.filter((e) => skeleton.events[e]!.reads);
  const initial = writes[0]!;
  const anySources = (): LocationChoice['sources'][] =>
    product(reads.map((read) => writes.filter((write) => write !== read).map((write) => [read, write] as const)));
  const orders = (): number[][] => permutations(writes.slice(1)).map((rest) => [initial, ...rest]);
  switch (enumeration) {
    case 'coherent':
      return orders().flatMap((order) =>
        coherentSources(skeleton, accesses, order).map((sources) => ({ order, last: order.at(-1)!, sources })),
      );
    case 'all':
      return orders().flatMap((order) => anySources().map((sources) => ({ order, last: order.at(-1)!, sources })));
    case 'unordered':
      return writes.flatMap((last) => anySources().map((sources) => ({ order: [initial], last, sources })));
    case 'reads':
      return anySources().map((sources) => ({ order: [initial], last: initial, sources }));
  }
}

/**
 * Returns the sources with which po ∪ rf ∪ co ∪ fr has no cycle on this location: the writes that a thread reads and
 * makes there get later and later in the coherence order.
 */
export function coherentSources(
  { events }: Pick<Skeleton, 'events'>,
  accesses: readonly number[],
  order: readonly number[],
): LocationChoice['sources'][] {
  const threads = [...new Set(accesses.map((e) => events[e]!.thread))];
  const perThread = threads.map((thread) => {
    let partial: { readonly at: number; readonly sources: LocationChoice['sources'] }[] = [{ at: -1, sources: [] }];
    for (const e of accesses.filter((access) => events[access]!.thread === thread)) {
      const { reads, writes } = events[e]!;
      if (reads) {
        partial = partial.flatMap(({ at, sources }) =>
          order.flatMap((write, i) => (i < at ? [] : [{ at: i, sources: [...sources, [e, write] as const] }])),
        );
      }
      if (writes) {
        const own = order.indexOf(e);
        partial = partial.filter(({ at }) => at < own).map(({ sources }) => ({ at: own, sources }));
      }
    }
    return partial.map(({ sources }) => sources);
  });
  return product(perThread).map((sources) => sources.flat());
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));
}

function product<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((all, list) => all.flatMap((one) => list.map((item) => [...one, item])), [[]]);
}
