import type { LabelTable, ModelName } from '@fencepost/core';
import { modelNamed } from '@fencepost/core';

/**
 * A potential happens-before cycle e1, e1′, e2, e2′, …, as labels: the accesses of a pair are in one thread and in
 * program order; the second of a pair conflicts with the first of the next, and comes before it. (The paper counts from
 * 1: its odd labels are the firsts here, its even ones the seconds.)
 */
export type Cycle = readonly number[];

/** A cycle and the distance between its accesses. The best cycles have a low rank. */
interface Ranked {
  readonly cycle: Cycle;
  readonly rank: number;
}

/** Added to the rank of cycles that the model forbids: more than any span. */
const FORBIDDEN = 2 ** 40;

/**
 * A set of distinct cycles. Rotating the pairs of a cycle does not change it. If there are more than `most`, keeps
 * cycles that the model may have, and among them those whose accesses are closest together in their threads: the fewer
 * operations a store must be delayed past, the more likely the delay is. (Up to 2 * `most` are held in memory.)
 */
export class Cycles {
  private found = new Map<string, Ranked>();
  private readonly most: number;
  private readonly possible: (cycle: Cycle) => boolean;
  /** Cycles with at least this span are not kept. */
  limit = Infinity;
  /** Whether some cycles were not kept. */
  leftOut = false;

  constructor(most = Infinity, possible: (cycle: Cycle) => boolean = () => true) {
    this.most = most;
    this.possible = possible;
  }

  /** Number of cycles kept. */
  get count(): number {
    return Math.min(this.found.size, this.most);
  }

  /** Adds a cycle. `span` is the number of operations between the accesses of its pairs. */
  add(cycle: Cycle, span: number): void {
    if (span >= this.limit) {
      this.leftOut = true;
      return;
    }
    const normal = normalised(cycle);
    const key = keyOf(normal);
    const known = this.found.get(key);
    if (known !== undefined && known.rank <= span) return;
    const rank = this.possible(normal) ? span : span + FORBIDDEN;
    if (known !== undefined && known.rank <= rank) return;
    this.found.set(key, { cycle: normal, rank });
    if (this.found.size >= 2 * this.most) this.trim();
  }

  /** Returns the cycles in an order independent of discovery. */
  sorted(): Cycle[] {
    this.trim();
    return [...this.found.values()].map(({ cycle }) => cycle).sort(compare);
  }

  private trim(): void {
    if (this.found.size <= this.most) return;
    const best = [...this.found].sort(([, a], [, b]) => a.rank - b.rank || compare(a.cycle, b.cycle));
    this.found = new Map(best.slice(0, this.most));
    this.limit = best[this.most - 1]![1].rank;
    this.leftOut = true;
  }
}

/** Returns the cycle rotated to begin with its smallest pair. */
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
 * Whether the cycle can happen under the model. It cannot if the model preserves the order of every pair. A load that
 * reads a pending store of its own thread is delayed like that store; `forwarded` has the labels of such loads. Ignores
 * fences and memory orders.
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
