import type { LocalStates, ModelName } from '@fencepost/core';
import { FENCE, SPAWN } from '@fencepost/core';
import type { Builder } from './builder.js';
import type { Graph } from './graph.js';
import { BLOCKED, NONE, NOTICED, NOT_SEQUENTIAL, PENDING, READS, WRITES } from './graph.js';
import type { Group } from './likeness.js';
import { Likeness } from './likeness.js';
import type { Mates } from './mates.js';

/** Larger numbers add up to infinity. */
const MOST = 1e300;

/** Of each complete graph: how many executions it stands for, and that it does stand for them. */
export class Orbits {
  private readonly graph: Graph;
  private readonly states: LocalStates;
  private readonly mates: Mates;
  private readonly model: ModelName;
  private readonly likeness: Likeness;
  /** Last states of threads that were proved to be alike, or are in no group. */
  private readonly proved = new Set<number>();
  /** Must orders of coherence be checked? */
  private readonly checksOrder: boolean;
  /** Of the last graph, by thread: the first thread of its group; how many are in it, and are the same as the last one. */
  private first = new Int32Array(0);
  private size = new Int32Array(0);
  private same = new Int32Array(0);

  constructor(builder: Builder, mates: Mates, model: ModelName) {
    this.graph = builder.graph;
    this.states = builder.states;
    this.mates = mates;
    this.model = model;
    this.checksOrder = builder.checksAdditions;
    this.likeness = new Likeness(builder.states, mates.symmetry);
  }

  /** The number of executions that differ from the graph in the order of threads only, itself included. */
  count(): number {
    const { graph, mates } = this;
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

  /** Forget what is known of local states. */
  forget(): void {
    this.likeness.forget();
    this.proved.clear();
  }

  private grow(threads: number): void {
    [this.first, this.size, this.same] = [new Int32Array(threads), new Int32Array(threads), new Int32Array(threads)];
  }

  private prove(): void {
    const { graph } = this;
    // A state tells what its thread has done, unless several ways lead to some.
    let isProved = !this.states.anyMerged;
    for (let t = 0; isProved && t < graph.threads; t++) {
      isProved = graph.current[t] === 0 || this.proved.has(graph.current[t]!);
    }
    if (!isProved) this.proveAll();
    if (this.checksOrder && (graph.head[NOTICED]! & NOT_SEQUENTIAL) !== 0 && this.isEntangled()) {
      this.mates.symmetry.refuse(this.model);
    }
  }

  private proveAll(): void {
    const { graph, likeness } = this;
    const groups = new Map<number, Group>();
    const groupOf = (t: number): Group | undefined => {
      const first = this.first[t] ?? NONE;
      if (first === NONE || this.size[first] === 1) return undefined;
      let group = groups.get(first);
      if (group === undefined) groups.set(first, (group = this.groupFrom(first)));
      return group;
    };
    for (let t = 0, { threads } = graph; t < threads; t++) {
      const state = graph.current[t]!;
      if (state === 0) continue;
      const group = groupOf(t);
      if (group !== undefined) likeness.begin(group);
      this.walk(t, (passed, result) => {
        likeness.requireJoins(passed, groupOf);
        if (group !== undefined) likeness.got(passed, result);
      });
      likeness.requireJoins(state, groupOf);
      this.proved.add(state);
    }
    // Running threads discovers others, and locations.
    graph.fit();
  }

  private groupFrom(first: number): Group {
    const { graph } = this;
    const threads = Array.from(graph.order).filter((t) => this.first[t] === first && graph.current[t] !== 0);
    return { threads, roots: threads.map((t) => this.rootOf(t)) };
  }

  private rootOf(t: number): number {
    let root = this.graph.current[t]!;
    while (this.states.previous(root) !== 0) root = this.states.previous(root);
    return root;
  }

  /** The states that a thread has passed, with the results it got there. */
  private walk(t: number, visit: (state: number, result: number) => void): void {
    const { graph, states } = this;
    const events: number[] = [];
    for (let e = graph.last[t]!; e !== NONE && graph.thread[e] === t; e = graph.before[e]!) events.push(e);
    let state = this.rootOf(t);
    const pass = (result: number): void => {
      visit(state, result);
      state = states.update(state, result);
    };
    /** Fences that are no events. */
    const passUpTo = (next: number): void => {
      while (state !== next && states.kind[state] === FENCE) pass(0);
    };
    for (const e of events.reverse()) {
      passUpTo(graph.state[e]!);
      const flags = graph.flags[e]!;
      if ((flags & (BLOCKED | PENDING)) !== 0) return;
      const isSpawn = states.kind[state] === SPAWN;
      if ((flags & READS) !== 0) pass(graph.value[graph.source[e]!]!);
      else pass(isSpawn ? states.threads.handles[states.operand[state]!]! : 0);
    }
    passUpTo(graph.current[t]!);
  }

  /**
   * Could there be a graph in which a thread reads a write that comes after what a later one of its group has done?
   * Where reads are not ordered with what comes after them, a write may be placed before the source of a read that it
   * comes after. If another thread of the group then reads this write, neither of the two can be added first.
   */
  private isEntangled(): boolean {
    const heads = this.readsThatDecide();
    const isBefore = heads.map((r) => heads.map((s) => this.isBeforeOlderWrite(r, s)));
    for (let k = 0; k < heads.length; k++) {
      for (const row of isBefore) if (row[k]!) isBefore[k]!.forEach((is, j) => (row[j] ||= is));
    }
    return isBefore.some((row, i) => row[i]);
  }

  /** The reads by which threads of a group may be ordered: those before the first write. */
  private readsThatDecide(): number[] {
    const { graph } = this;
    const reads: number[] = [];
    for (let t = 0; t < graph.threads; t++) {
      if (graph.current[t] === 0 || this.size[this.first[t]!] === 1) continue;
      const own: number[] = [];
      for (let e = graph.last[t]!; e !== NONE && graph.thread[e] === t; e = graph.before[e]!) own.push(e);
      for (const e of own.reverse()) {
        if ((graph.flags[e]! & READS) !== 0) reads.push(e);
        if ((graph.flags[e]! & WRITES) !== 0) break;
      }
    }
    return reads;
  }

  /** Is r before a write (in program order and reads-from) that is older than the one that s reads? */
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
