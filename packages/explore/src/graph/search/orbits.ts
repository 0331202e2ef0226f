import type { LocalStates, ModelName } from '@fencepost/core';
import { FENCE, JOIN, SPAWN } from '@fencepost/core';
import type { Builder } from '../builder/builder.js';
import type { Graph } from '../state/graph.js';
import { BLOCKED, NONE, NOTICED, NOT_SEQUENTIAL, PART_OF_NEXT, PENDING, READS, WRITES } from '../state/graph.js';
import type { Group } from '../symmetry/thread-classes.js';
import { ThreadClasses } from '../symmetry/thread-classes.js';
import type { Counterparts } from '../symmetry/counterparts.js';

/** Upper bound for a number of executions. Larger numbers would add up to infinity. */
const MOST = 1e300;

/** Determines how many executions each complete graph stands for, and verifies that it does stand for them. */
export class Orbits {
  private readonly graph: Graph;
  private readonly states: LocalStates;
  private readonly mates: Counterparts;
  private readonly model: ModelName;
  private readonly likeness: ThreadClasses;
  /** Known groups, by the first state of their first thread, which determines the others. */
  private readonly groups = new Map<number, Group>();
  /** Whether coherence orders must be checked. */
  private readonly checksOrder: boolean;
  /**
   * For the last graph, by thread: the first thread of its group, the number of threads in the group, and the number of
   * them that are the same as the last one.
   */
  private first = new Int32Array(0);
  private size = new Int32Array(0);
  private same = new Int32Array(0);

  constructor(builder: Builder, mates: Counterparts, model: ModelName) {
    this.graph = builder.graph;
    this.states = builder.states;
    this.mates = mates;
    this.model = model;
    this.checksOrder = builder.checksAdditions;
    this.likeness = new ThreadClasses(builder.states, mates.symmetry);
  }

  /**
   * Returns the number of executions that differ from the graph only in the order of threads, including the graph
   * itself.
   */
  count(): number {
    const { graph, mates } = this;
    if (!mates.anyAlike()) return 1;
    if (this.first.length < graph.threads) this.grow(graph.threads);
    const { first, size, same } = this;
    let orbit = 1;
    let anyGroup = false;
    for (let i = 0; i < graph.order.length; i++) {
      const t = graph.order[i]!;
      first[t] = NONE;
      if (graph.current[t] === 0) continue;
      const before = mates.threadBefore(t);
      if (before === NONE) {
        first[t] = t;
        size[t] = same[t] = 1;
        continue;
      }
      anyGroup = true;
      const group = (first[t] = first[before]!);
      const members = size[group]! + 1;
      const equal = mates.isSameAs(t, before) ? same[group]! + 1 : 1;
      size[group] = members;
      same[group] = equal;
      orbit = (orbit * members) / equal;
    }
    if (anyGroup) this.prove();
    return Math.min(orbit, MOST);
  }

  /** Forgets all information about local states. */
  forget(): void {
    this.likeness.forget();
    this.groups.clear();
  }

  private grow(threads: number): void {
    [this.first, this.size, this.same] = [new Int32Array(threads), new Int32Array(threads), new Int32Array(threads)];
  }

  private prove(): void {
    const { graph } = this;
    for (let t = 0, { threads } = graph; t < threads; t++) {
      if (graph.current[t] === 0) continue;
      const group = this.groupOf(t);
      if (group !== undefined) this.follow(t, group);
      this.requireJoins(t);
    }
    // Running threads may discover other threads and locations.
    graph.fit();
    if (this.checksOrder && (graph.head[NOTICED]! & NOT_SEQUENTIAL) !== 0 && this.isEntangled()) {
      this.mates.symmetry.refuse(this.model);
    }
  }

  /** Checks that the other threads of the group would do the same as thread t. */
  private follow(t: number, group: Group): void {
    const { graph, likeness, states } = this;
    likeness.begin(group);
    let state = group.roots[group.threads.indexOf(t)]!;
    for (const e of this.eventsOf(t)) {
      const flags = graph.flags[e]!;
      if ((flags & PART_OF_NEXT) !== 0) continue;
      state = this.pass(group, state, graph.state[e]!);
      if ((flags & (BLOCKED | PENDING)) !== 0) return;
      const child = states.kind[state] === SPAWN ? states.threads.handles[states.operand[state]!]! : 0;
      state = likeness.step(group, state, (flags & READS) === 0 ? child : graph.value[graph.source[e]!]!);
    }
    if (!states.isAbandoned(graph.current[t]!)) this.pass(group, state, graph.current[t]!);
  }

  /** Passes fences that are not events under the model. */
  private pass(group: Group, from: number, to: number): number {
    let state = from;
    while (state !== to && this.states.kind[state] === FENCE) state = this.likeness.step(group, state, 0);
    const { handles } = this.states.threads;
    if (state !== to) this.mates.symmetry.scatter(group.threads.map((t) => handles[t]!));
    return state;
  }

  private requireJoins(t: number): void {
    const { graph, states, likeness } = this;
    const isJoin = (state: number): boolean => states.kind[state] === JOIN;
    let first = isJoin(graph.current[t]!) ? graph.current[t]! : 0;
    for (let e = graph.last[t]!; e !== NONE && graph.thread[e] === t; e = graph.before[e]!) {
      const state = graph.state[e]!;
      if (!isJoin(state) && first !== 0) likeness.requireJoins(first, this.groupOf);
      first = isJoin(state) ? state : 0;
    }
    if (first !== 0) likeness.requireJoins(first, this.groupOf);
  }

  private eventsOf(t: number): number[] {
    const { graph } = this;
    const events: number[] = [];
    for (let e = graph.last[t]!; e !== NONE && graph.thread[e] === t; e = graph.before[e]!) events.push(e);
    return events.reverse();
  }

  /** Returns the group of thread t in the last graph; undefined if t is alone in it. */
  private readonly groupOf = (t: number): Group | undefined => {
    const first = this.first[t] ?? NONE;
    if (first === NONE || this.size[first] === 1) return undefined;
    const root = this.rootOf(first);
    let group = this.groups.get(root);
    if (group === undefined) {
      const threads = Array.from(this.graph.order).filter((each) => this.first[each] === first);
      group = { threads, roots: threads.map((each) => this.rootOf(each)) };
      this.groups.set(root, group);
    }
    return group;
  };

  private rootOf(t: number): number {
    const { graph, states } = this;
    let e = graph.last[t]!;
    while (e !== NONE && graph.thread[e] === t) e = graph.before[e]!;
    return e === NONE ? states.initial[t]! : states.second[graph.state[e]!]!;
  }

  /**
   * Whether there could be a graph in which a thread reads a write that follows operations of a later thread of its
   * group. If reads are not ordered with later operations, a write may be placed before the source of a read that it
   * follows. If another thread of the group then reads this write, neither of the two can be added first.
   */
  private isEntangled(): boolean {
    const heads = this.readsThatDecide();
    const isBefore = heads.map((r) => heads.map((s) => this.isBeforeOlderWrite(r, s)));
    for (let k = 0; k < heads.length; k++) {
      for (const row of isBefore) if (row[k]!) isBefore[k]!.forEach((is, j) => (row[j] ||= is));
    }
    return isBefore.some((row, i) => row[i]);
  }

  /** Returns the reads that may decide the order of threads of a group: those before the first write. */
  private readsThatDecide(): number[] {
    const { graph } = this;
    const reads: number[] = [];
    for (let t = 0; t < graph.threads; t++) {
      if (graph.current[t] === 0 || this.size[this.first[t]!] === 1) continue;
      for (const e of this.eventsOf(t)) {
        if ((graph.flags[e]! & READS) !== 0) reads.push(e);
        if ((graph.flags[e]! & WRITES) !== 0) break;
      }
    }
    return reads;
  }

  /** Whether r is before a write (in program order and reads-from) that is older than the one that s reads. */
  private isBeforeOlderWrite(r: number, s: number): boolean {
    const { graph } = this;
    const { width, porf } = graph;
    for (let w = graph.earlier[graph.source[s]!]!; w !== NONE; w = graph.earlier[w]!) {
      if (w === r) return true;
      if (graph.thread[w] !== NONE && (porf[w * width + (r >> 5)]! & (1 << (r & 31))) !== 0) return true;
    }
    return false;
  }
}
