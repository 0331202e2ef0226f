import type { LabelTable, ModelName } from '@fencepost/core';
import { modelNamed } from '@fencepost/core';

/**
 * A potential happens-before cycle e1, e1′, e2, e2′, …, as labels: the accesses of a pair are in one thread and in
 * program order; the second of a pair conflicts with the first of the next, and comes before it. (The paper counts from
 * 1: its odd labels are the firsts here, its even ones the seconds.)
 */
export type Cycle = readonly number[];

/** Distinct cycles. Rotating the pairs of a cycle does not change it. */
export class Cycles {
  private readonly found = new Map<string, Cycle>();

  get count(): number {
    return this.found.size;
  }

  has(cycle: Cycle): boolean {
    return this.found.has(keyOf(normalised(cycle)));
  }

  add(cycle: Cycle): void {
    const normal = normalised(cycle);
    const key = keyOf(normal);
    if (!this.found.has(key)) this.found.set(key, normal);
  }

  /** In an order independent of how they were found. */
  sorted(): Cycle[] {
    return [...this.found.values()].sort(compare);
  }
}

/** The cycle rotated to begin with its smallest pair. */
export function normalised(cycle: Cycle): Cycle {
  let smallest = cycle;
  for (let i = 2; i < cycle.length; i += 2) {
    const rotated = [...cycle.slice(i), ...cycle.slice(0, i)];
    if (compare(rotated, smallest) < 0) smallest = rotated;
  }
  return smallest;
}

function compare(a: Cycle, b: Cycle): number {
  if (a.length !== b.length) return a.length - b.length;
  const differs = a.findIndex((label, i) => label !== b[i]);
  return differs === -1 ? 0 : a[differs]! - b[differs]!;
}

function keyOf(cycle: Cycle): string {
  return cycle.join(',');
}

/**
 * Can the cycle happen under the model? Not if the model preserves the order of every pair. A load that reads a pending
 * store of its own thread is delayed like that store; `forwarded` has the labels of such loads. Ignores fences and
 * memory orders.
 */
export function isPossible(
  cycle: Cycle,
  model: ModelName,
  labels: LabelTable,
  forwarded: ReadonlySet<number>,
): boolean {
  const kind = (i: number): string => labels.get(cycle[i]!).kind;
  const reorders: readonly string[] = modelNamed(model).reorders;
  const delays = (first: string, second: string): boolean => reorders.includes(`${first} ${second}`);
  for (let i = 0; i < cycle.length; i += 2) {
    if (delays(kind(i), kind(i + 1))) return true;
    if (forwarded.has(cycle[i]!) && delays('store', kind(i + 1))) return true;
  }
  return false;
}
