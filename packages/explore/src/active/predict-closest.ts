import type { AccessClass } from './access-classes.js';
import { conflict, distance } from './access-classes.js';
import type { Cycles } from './cycles.js';

/** Two accesses of a thread, in program order. */
interface Pair {
  readonly first: AccessClass;
  readonly second: AccessClass;
}

/** Maximum number of pairs kept, and of pairs tested. */
const MOST_PAIRS = 1_000_000;
const MOST_TESTS = 2e7;

/** Multiplier for map keys. Locations are numbered densely, and addresses have 32 bits. */
const MOST_LOCATIONS = 2 ** 26;

/**
 * Finds the two-thread cycles with the smallest spans. Used for executions with too many lines to keep all conflicts in
 * memory. Joins pairs of nearby accesses with pairs of other threads at the same two locations. Widens the distance
 * within a pair step by step until `cycles` has enough. Returns the number of pairs.
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

/** Returns the pairs of a thread at different locations with fewer than `reach` operations between them. */
function pairsWithin(thread: readonly AccessClass[], reach: number): Pair[] {
  const pairs: Pair[] = [];
  thread.forEach((a, i) => {
    for (let j = i + 1; j < thread.length && distance(a, thread[j]!) < reach; j++) {
      const b = thread[j]!;
      if (a.location === b.location) continue;
      pairs.push({ first: a, second: b });
      // This order occurs in a later iteration of a loop.
      if (b.first <= a.last) pairs.push({ first: b, second: a });
    }
  });
  return pairs;
}

/** Adds the cycles formed by two of these pairs. Returns false if there are too many. */
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
