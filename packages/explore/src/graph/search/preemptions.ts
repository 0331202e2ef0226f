import type { LocalStates } from '@fencepost/core';
import { JOIN } from '@fencepost/core';
import type { Graph } from '../state/graph.js';
import { BLOCKED, NONE, PART_OF_NEXT, READS, WRITES } from '../state/graph.js';

/** A point of a linearisation: the number of events of each thread so far, and the thread that ran last. */
interface Point {
  readonly done: Int32Array;
  readonly thread: number;
}

/**
 * Counts the preemptions of a graph: switches away from a thread that has more to do, in the linearisation that has
 * fewest of them. A linearisation orders events by program order and reads-from and, under SC, by coherence and
 * from-reads as well. A switch before a join or before an operation with a condition, such as a lock, is free.
 *
 * Running the current thread to where it cannot continue, or to a free switch, is never worse than leaving it sooner,
 * because it disables nothing. So only these points are searched, by increasing number of preemptions.
 */
export class Preemptions {
  private readonly graph: Graph;
  private readonly states: LocalStates;
  private readonly isSequential: boolean;
  /** Events by thread, in program order, and by event its index there. */
  private events: number[][] = [];
  private index = new Int32Array(64);

  constructor(graph: Graph, isSequential: boolean) {
    this.graph = graph;
    this.states = graph.states;
    this.isSequential = isSequential;
  }

  /** Whether the graph has at most this many preemptions. */
  areAtMost(most: number): boolean {
    return this.count(most) <= most;
  }

  /** Returns the number of preemptions; more than `most` if that is exceeded. */
  count(most = Infinity): number {
    const total = this.collect();
    const seen = new Set<string>();
    const start = new Int32Array(this.events.length);
    let level: Point[] = [];
    this.events.forEach((_, t) => this.push(level, start, t));
    for (let preemptions = 0; preemptions <= most && level.length > 0; preemptions++) {
      const next: Point[] = [];
      for (let point = level.pop(); point !== undefined; point = level.pop()) {
        const key = `${point.thread} ${point.done.join(' ')}`;
        if (seen.has(key)) continue;
        seen.add(key);
        let sum = 0;
        for (const each of point.done) sum += each;
        if (sum === total) return preemptions;
        const to = this.isFree(point) ? level : next;
        for (let t = 0; t < this.events.length; t++) if (t !== point.thread) this.push(to, point.done, t);
      }
      level = next;
    }
    return total === 0 ? 0 : most + 1;
  }

  /** Adds the points at which t may be left after it has run on, if it can run. */
  private push(points: Point[], from: Int32Array, t: number): void {
    const own = this.events[t]!;
    if (from[t] === own.length || !this.canFollow(from, own[from[t]!]!)) return;
    const done = from.slice();
    for (;;) {
      const next = own[++done[t]!];
      const isLast = next === undefined || !this.canFollow(done, next);
      if (isLast || this.mayWait(next)) points.push({ done: isLast ? done : done.slice(), thread: t });
      if (isLast) return;
    }
  }

  /** Whether everything that must come before e is done. */
  private canFollow(done: Int32Array, e: number): boolean {
    const { graph, states } = this;
    const { flags, source, earlier, firstReader, nextReader, before, thread } = graph;
    const spawn = before[e]!;
    if (spawn !== NONE && thread[spawn] !== thread[e] && !this.isDone(done, spawn)) return false;
    const kind = flags[e]!;
    if ((kind & READS) !== 0 && !this.isDone(done, source[e]!)) return false;
    if ((kind & (READS | WRITES | PART_OF_NEXT)) === 0 && states.kind[graph.state[e]!] === JOIN) {
      const child = states.operand[graph.state[e]!]!;
      return done[child]! >= (this.events[child]?.length ?? 0);
    }
    if (!this.isSequential || (kind & WRITES) === 0) return true;
    const previous = earlier[e]!;
    if (!this.isDone(done, previous)) return false;
    for (let r = firstReader[previous]!; r !== NONE; r = nextReader[r]!) {
      if (r !== e && (flags[r]! & BLOCKED) === 0 && !this.isDone(done, r)) return false;
    }
    return true;
  }

  private isDone(done: Int32Array, e: number): boolean {
    const t = this.graph.thread[e]!;
    return t === NONE || this.index[e]! < done[t]!;
  }

  /** Whether leaving the thread of the point is no preemption. */
  private isFree({ done, thread }: Point): boolean {
    const next = this.events[thread]![done[thread]!];
    return next === undefined || this.mayWait(next);
  }

  private mayWait(e: number): boolean {
    const { graph, states } = this;
    const state = graph.state[e]!;
    return states.kind[state] === JOIN || states.comparison[state] !== 0;
  }

  /** Collects the events of the graph. Returns their number. */
  private collect(): number {
    const { graph } = this;
    if (this.index.length < graph.thread.length) this.index = new Int32Array(graph.thread.length);
    this.events = [];
    let total = 0;
    for (let t = 0; t < graph.threads; t++) {
      const own: number[] = [];
      if (graph.current[t] !== 0) {
        for (let e = graph.last[t]!; e !== NONE && graph.thread[e] === t; e = graph.before[e]!) {
          // A thread that waits has not done the operation yet.
          if ((graph.flags[e]! & BLOCKED) === 0) own.push(e);
        }
      }
      own.reverse();
      own.forEach((e, i) => (this.index[e] = i));
      this.events.push(own);
      total += own.length;
    }
    return total;
  }
}
