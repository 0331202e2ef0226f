import type { AccessClass } from './access-classes.js';
import { conflict, distance } from './access-classes.js';
import type { Cycles } from './cycles.js';

/** Two accesses of a thread, in program order. */
interface Pair {
  readonly first: AccessClass;
  readonly second: AccessClass;
}

/** Keep and test at most this many. */
const MOST_PAIRS = 1_000_000;
const MOST_TESTS = 2e7;

/** For keys: locations are dense, and addresses have 32 bits. */
const MOST_LOCATIONS = 2 ** 26;

/**
 * The cycles of two threads with the smallest spans, for executions with so many lines that all their conflicts would
 * take too much memory. Joins pairs of accesses that are close together with those of other threads at the same two
 * locations; pairs reach farther and farther, until `cycles` has enough. Returns the number of pairs.
 */
export function predictClosest(classes: readonly (readonly AccessClass[])[], cycles: Cycles): number {
  const threads: AccessClass[][] = [];
  for (const each of classes.flat()) (threads[each.thread] ??= []).push(each);
  const longest = Math.max(...threads.map((thread) => thread.sort((a, b) => a.first - b.first).at(-1)?.first ?? 0));
  let count = 0;
  for (let reach = 2; reach <= 2 * longest && reach < cycles.limit; reach *= 2) {
    const pairs = threads.flatMap((thread) => pairsWithin(thread, reach));
    if (pairs.length > MOST_PAIRS) break;
    count += pairs.length;
    if (!join(pairs, cycles)) break;
  }
  cycles.leftOut = true;
  return count;
}

/** The pairs of a thread with less than `reach` operations between them, at different locations. */
function pairsWithin(thread: readonly AccessClass[], reach: number): Pair[] {
  const pairs: Pair[] = [];
  thread.forEach((a, i) => {
    for (let j = i + 1; j < thread.length && distance(a, thread[j]!) < reach; j++) {
      const b = thread[j]!;
      if (a.location === b.location) continue;
      pairs.push({ first: a, second: b });
      // In a later round of a loop.
      if (b.first <= a.last) pairs.push({ first: b, second: a });
    }
  });
  return pairs;
}

/** Adds the cycles of two of these pairs; false: there are too many. */
function join(pairs: readonly Pair[], cycles: Cycles): boolean {
  const byLocations = new Map<number, Pair[]>();
  for (const pair of pairs) {
    const key = pair.first.location * MOST_LOCATIONS + pair.second.location;
    const known = byLocations.get(key);
    if (known === undefined) byLocations.set(key, [pair]);
    else known.push(pair);
  }
  let tests = 0;
  for (const a of pairs) {
    const opposite = byLocations.get(a.second.location * MOST_LOCATIONS + a.first.location) ?? [];
    for (const b of opposite) {
      if (a.first.thread >= b.first.thread) continue;
      if (!conflict(a.second, b.first) || !conflict(b.second, a.first)) continue;
      const labels = [a.first.label, a.second.label, b.first.label, b.second.label];
      cycles.add(labels, distance(a.first, a.second) + distance(b.first, b.second));
    }
    if ((tests += opposite.length) > MOST_TESTS) return false;
  }
  return true;
}
