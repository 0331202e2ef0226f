import type { AccessClass } from './access-classes.js';
import { conflict, distance } from './access-classes.js';
import type { Cycles } from './cycles.js';
import type { Window } from './window.js';

/**
 * Finds cycles of three or more threads with at most `length` labels and a span within the window. Implements Algorithm
 * 1 of Burnim, Sen and Stergiou (ISSTA 2011) depth first, on classes of accesses instead of single ones, with conflicts
 * found by location. Unlike for two threads, the cost is that of enumerating the chains, because whether a chain can be
 * extended depends on all of it: a chain that is a cycle is not extended.
 */
export function predictLonger(
  classes: readonly (readonly AccessClass[])[],
  length: number,
  { from, to }: Window,
  cycles: Cycles,
): void {
  const byThread: AccessClass[][] = [];
  const sharing = new Map<number, readonly AccessClass[]>();
  for (const row of classes) {
    sharing.set(row[0]!.location, row);
    for (const each of row) (byThread[each.thread] ??= []).push(each);
  }
  const chain: AccessClass[] = [];

  const report = (span: number): void => {
    if (span < from || chain.every(({ location }) => location === chain[0]!.location)) return;
    cycles.add(
      chain.map(({ label }) => label),
      span,
    );
  };

  /** The chain ends with the first access of a pair. */
  const extend = (before: number): void => {
    const e = chain.at(-1)!;
    for (const second of byThread[e.thread]!) {
      const span = before + distance(e, second);
      if (e.first > second.last || span >= to) continue;
      chain.push(second);
      const row = sharing.get(second.location)!;
      if (chain.length > 2 && second.location === chain[0]!.location && conflict(second, chain[0]!)) report(span);
      else if (chain.length < length) {
        for (const next of row) {
          if (!conflict(second, next) || chain.some(({ thread }) => thread === next.thread)) continue;
          chain.push(next);
          extend(span);
          chain.pop();
        }
      }
      chain.pop();
    }
  };

  for (const row of classes) {
    for (const first of row) {
      chain.push(first);
      extend(0);
      chain.pop();
    }
  }
}
