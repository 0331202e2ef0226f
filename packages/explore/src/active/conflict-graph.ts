import type { Accesses } from './accesses.js';
import { NEVER_STORED } from './accesses.js';

/**
 * The accesses of an execution and the immediate order between them: in their threads, and at their locations, where a
 * write follows the accesses that read or wrote the value it overwrites. With respect to memory, the execution is
 * sequentially consistent if and only if this graph has no cycle. (Lock operations are not among the accesses.)
 */
export class ConflictGraph {
  readonly accesses: Accesses;
  /** By access: the next one of its thread; -1 if none. */
  readonly nextOfThread: Int32Array;
  /**
   * By access: index of its first conflict in `targets`. One extra entry holds the end of the last access's conflicts.
   */
  readonly begin: Int32Array;
  readonly targets: Int32Array;
  /** All accesses, grouped by location and ordered within it: each write, then its readers, then the next write. */
  readonly sorted: readonly number[];
  /** By access: its index in `sorted`. */
  readonly rank: Int32Array;

  constructor(accesses: Accesses) {
    const { count, thread } = accesses;
    this.accesses = accesses;
    this.nextOfThread = new Int32Array(count).fill(-1);
    const last: number[] = [];
    for (let i = 0; i < count; i++) {
      const before = last[thread[i]!];
      if (before !== undefined) this.nextOfThread[before] = i;
      last[thread[i]!] = i;
    }
    const { order, location, writes } = accesses;
    this.sorted = Array.from({ length: count }, (_, i) => i).sort(
      (a, b) => location[a]! - location[b]! || order[a]! - order[b]! || writes[b]! - writes[a]! || a - b,
    );
    this.rank = new Int32Array(count);
    this.sorted.forEach((i, rank) => (this.rank[i] = rank));
    const { sources, targets } = conflicts(accesses, this.sorted);
    this.begin = new Int32Array(count + 1);
    for (const from of sources) this.begin[from + 1]!++;
    for (let i = 0; i < count; i++) this.begin[i + 1]! += this.begin[i]!;
    this.targets = new Int32Array(targets.length);
    const filled = this.begin.slice();
    sources.forEach((from, i) => (this.targets[filled[from]!++] = targets[i]!));
  }

  /** Whether the two accesses conflict and `from` precedes `to`. */
  precedes(from: number, to: number): boolean {
    const { location, order, writes } = this.accesses;
    if (location[from] !== location[to] || this.rank[from]! >= this.rank[to]!) return false;
    return order[from] !== NEVER_STORED && (writes[from] === 1 || writes[to] === 1);
  }

  /**
   * Returns the strongly connected component of each access (Tarjan's algorithm, without recursion because executions
   * can be long).
   */
  components(): Int32Array {
    const { nextOfThread, begin, targets } = this;
    const { count } = this.accesses;
    const component = new Int32Array(count).fill(-1);
    const number = new Int32Array(count).fill(-1);
    const low = new Int32Array(count);
    // By access: index of the next successor to visit. The successor in program order is visited last.
    const successor = begin.slice(0, count);
    const open: number[] = [];
    const path: number[] = [];
    let visited = 0;
    let found = 0;
    const enter = (i: number): void => {
      number[i] = low[i] = visited++;
      open.push(i);
      path.push(i);
    };
    for (let root = 0; root < count; root++) {
      if (number[root] !== -1) continue;
      enter(root);
      while (path.length > 0) {
        const i = path.at(-1)!;
        const at = successor[i]!++;
        if (at <= begin[i + 1]!) {
          const next = at < begin[i + 1]! ? targets[at]! : nextOfThread[i]!;
          if (next === -1) continue;
          if (number[next] === -1) enter(next);
          else if (component[next] === -1) low[i] = Math.min(low[i]!, number[next]!);
          continue;
        }
        path.pop();
        if (path.length > 0) low[path.at(-1)!] = Math.min(low[path.at(-1)!]!, low[i]!);
        if (low[i] !== number[i]) continue;
        for (let member = -1; member !== i;) component[(member = open.pop()!)] = found;
        found++;
      }
    }
    return component;
  }
}

/** Conflicts between accesses of different threads. */
function conflicts(
  { thread, location, order, writes }: Accesses,
  sorted: readonly number[],
): { readonly sources: readonly number[]; readonly targets: readonly number[] } {
  const sources: number[] = [];
  const targets: number[] = [];
  const add = (from: number, to: number): void => {
    if (thread[from] === thread[to]) return;
    sources.push(from);
    targets.push(to);
  };
  let write = -1;
  let readers: number[] = [];
  let at = -1;
  for (const i of sorted) {
    if (location[i] !== at) {
      at = location[i]!;
      write = -1;
      readers = [];
    }
    if (write !== -1) add(write, i);
    if (writes[i] === 0) readers.push(i);
    else {
      for (const reader of readers) add(reader, i);
      // Stores that never reached memory are not ordered among each other.
      if (order[i] === NEVER_STORED) continue;
      write = i;
      readers = [];
    }
  }
  return { sources, targets };
}
