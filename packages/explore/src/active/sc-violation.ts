import type { Accesses } from './accesses.js';
import { NEVER_STORED } from './accesses.js';
import { ConflictGraph } from './conflict-graph.js';
import type { Cycle } from './cycles.js';

/** Maximum number of accesses from which a shortest cycle is searched. Enough for short cycles. */
const MOST_STARTS = 256;

/**
 * Minimum number of labels of a cycle. No cycle is within one thread, because accesses to one location are never
 * reordered.
 */
const FEWEST_LABELS = 4;

/** How an execution violates SC. */
export class ScViolation {
  private readonly graph: ConflictGraph;
  private readonly component: Int32Array;

  /** `accesses`: all accesses of an execution, with their order. */
  constructor(accesses: Accesses) {
    this.graph = new ConflictGraph(accesses);
    this.component = this.graph.components();
  }

  /** Returns the labels of accesses that are on some cycle. */
  labelsOnCycles(): ReadonlySet<number> {
    const { count, label } = this.graph.accesses;
    const size = new Int32Array(count);
    for (let i = 0; i < count; i++) size[this.component[i]!]!++;
    const found = new Set<number>();
    for (let i = 0; i < count; i++) if (size[this.component[i]!]! > 1) found.add(label[i]!);
    return found;
  }

  /**
   * Returns a hash of the label pairs of all conflicts that are on a cycle and end in a write. Executions that violate
   * SC at other lines almost always have another hash.
   */
  signature(): number {
    const { accesses, begin, targets } = this.graph;
    const { label, writes } = accesses;
    const pairs = new Set<number>();
    for (let i = 0; i < accesses.count; i++) {
      for (let at = begin[i]!; at < begin[i + 1]!; at++) {
        const to = targets[at]!;
        if (writes[to] === 1 && this.isOnCycle(i, to)) pairs.add(mixed(label[i]!, label[to]!));
      }
    }
    let sum = 0;
    for (const pair of pairs) sum = (sum + pair) | 0;
    return sum;
  }

  /** Returns a cycle with as few conflicts as possible; undefined if every cycle goes through a lock or a spawn. */
  shortest(): Cycle | undefined {
    let best: Cycle | undefined;
    for (const start of this.starts()) {
      best = this.shortestFrom(start, best?.length ?? Infinity) ?? best;
      if (best?.length === FEWEST_LABELS) break;
    }
    return best;
  }

  /** Returns accesses that are the target of a conflict on a cycle. */
  private starts(): Set<number> {
    const { accesses, begin, targets } = this.graph;
    const found = new Set<number>();
    for (let i = 0; i < accesses.count && found.size < MOST_STARTS; i++) {
      for (let at = begin[i]!; at < begin[i + 1]!; at++) if (this.isOnCycle(i, targets[at]!)) found.add(targets[at]!);
    }
    return found;
  }

  private isOnCycle(from: number, to: number): boolean {
    return this.component[from] === this.component[to];
  }

  /**
   * Breadth-first search over conflicts, following program order between them. Finds only cycles with fewer labels than
   * `below`.
   */
  private shortestFrom(start: number, below: number): Cycle | undefined {
    const { graph } = this;
    // By access: the access at which its thread was entered and, for that entry, the access whose conflict led to it.
    const entry = new Map<number, number>();
    const from = new Map<number, number>();
    const ahead = new Ahead(graph);
    let level = [start];
    for (let labels = 2; level.length > 0 && labels < below; labels += 2) {
      const next: number[] = [];
      for (const entered of level) {
        for (let i = entered; i !== -1 && this.isOnCycle(i, start) && !entry.has(i); i = graph.nextOfThread[i]!) {
          entry.set(i, entered);
          if (graph.precedes(i, start)) return this.labels(start, i, entry, from);
          for (const to of ahead.of(i)) {
            if (!this.isOnCycle(to, start) || from.has(to) || entry.has(to)) continue;
            from.set(to, i);
            next.push(to);
          }
        }
      }
      level = next;
    }
    return undefined;
  }

  /** Walks back from the access whose conflict closes the cycle. */
  private labels(
    start: number,
    last: number,
    entry: ReadonlyMap<number, number>,
    from: ReadonlyMap<number, number>,
  ): Cycle {
    const { label } = this.graph.accesses;
    const cycle: number[] = [];
    for (let i = last; ; i = from.get(entry.get(i)!)!) {
      const entered = entry.get(i)!;
      cycle.unshift(label[entered]!, label[i]!);
      if (entered === start) return cycle;
    }
  }
}

/** Enumerates the later accesses that conflict with given ones at their locations, each of them once. */
class Ahead {
  private readonly graph: ConflictGraph;
  // By location: the rank from which all writes, and all reads, have been returned.
  private readonly writesFrom = new Map<number, number>();
  private readonly readsFrom = new Map<number, number>();

  constructor(graph: ConflictGraph) {
    this.graph = graph;
  }

  of(i: number): number[] {
    const { sorted, rank, accesses } = this.graph;
    const { location, writes, order } = accesses;
    const at = location[i]!;
    const found: number[] = [];
    if (order[i] === NEVER_STORED) return found;
    const writesFrom = this.writesFrom.get(at) ?? Infinity;
    const readsFrom = writes[i] === 1 ? (this.readsFrom.get(at) ?? Infinity) : 0;
    const begin = rank[i]! + 1;
    for (let k = begin; k < sorted.length && location[sorted[k]!] === at; k++) {
      if (k >= writesFrom && k >= readsFrom) break;
      if (k < (writes[sorted[k]!] === 1 ? writesFrom : readsFrom)) found.push(sorted[k]!);
    }
    if (begin < writesFrom) this.writesFrom.set(at, begin);
    if (begin < readsFrom) this.readsFrom.set(at, begin);
    return found;
  }
}

/** A hash of two numbers. */
function mixed(a: number, b: number): number {
  const product = Math.imul(Math.imul(a, 0x9e3779b1) ^ b, 0x85ebca6b);
  return Math.imul(product ^ (product >>> 15), 0xc2b2ae35);
}
