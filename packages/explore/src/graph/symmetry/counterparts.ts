import type { LocalStates, ModelName, Symmetry } from '@fencepost/core';
import { SPAWN } from '@fencepost/core';
import type { Graph } from '../state/graph.js';
import { NONE, PENDING, READS, WRITES } from '../state/graph.js';
import { AlikeRoots } from './alike-roots.js';
import { sameOperation } from '../state/same-operation.js';

/**
 * Symmetry (SPORE; Kokologiannakis, Marmanis, Vafeiadis, PLDI 2024). Threads that are alike may be permuted. Of the
 * graphs that differ only by such a permutation, one is explored: the one whose threads are in lexicographic order of
 * their events. A read is compared by the place of its source in coherence order, a write by its own place. The first
 * difference decides, so a thread is compared with the one before it as long as both have read from the same writes and
 * written nothing. The events compared are **mates**. An event is ordered after its mate, as it is after its source
 * (`porf`): revisits keep the mates of events they keep, and do not revisit them. docs/internals/decisions/0038
 * explains why no orbit is lost.
 */
export class Counterparts {
  private readonly graph: Graph;
  private readonly states: LocalStates;
  readonly symmetry: Symmetry;
  private readonly roots: AlikeRoots;
  /** By static thread: the preceding thread that is alike. */
  private readonly staticBefore: readonly number[];
  /** The preceding thread found by the last call of `findNext`. */
  private before = NONE;

  constructor(graph: Graph, symmetry: Symmetry) {
    this.graph = graph;
    this.states = graph.states;
    this.symmetry = symmetry;
    this.roots = AlikeRoots.of(graph.states, symmetry);
    this.staticBefore = this.states.initial.map((_, t) => this.findStatic(t));
  }

  /** Returns the mate of the event that thread t adds next, or NONE. */
  ofNext(t: number): number {
    const mate = this.findNext(t);
    if (mate === NONE) return NONE;
    const { states, graph, symmetry } = this;
    if (!sameOperation(states, graph.current[t]!, graph.state[mate]!)) symmetry.separate(states.threads.handles[t]!);
    return mate;
  }

  /** Returns the thread whose event must be added before the next one of thread t, or NONE. */
  awaitedBy(t: number): number {
    return this.findNext(t) === NONE ? this.before : NONE;
  }

  /** Whether e is not before its mate in the order of threads. */
  isInOrder(e: number): boolean {
    const { graph } = this;
    const mate = graph.mate[e]!;
    if (mate === NONE) return true;
    const flags = graph.flags[e]!;
    if ((flags & READS) !== 0) return this.isAtOrAfter(graph.source[e]!, graph.source[mate]!);
    return (flags & WRITES) === 0 || this.isAtOrAfter(e, mate);
  }

  private isAtOrAfter(w: number, earlier: number): boolean {
    const { later } = this.graph;
    for (let each = earlier; each !== NONE; each = later[each]!) if (each === w) return true;
    return false;
  }

  /** Whether two of the threads discovered so far may be alike. */
  anyAlike(): boolean {
    return this.roots.any();
  }

  /** Returns the thread before t among those that are alike, or NONE. */
  threadBefore(t: number): number {
    if (!this.roots.any()) return NONE;
    const { graph } = this;
    let e = graph.last[t]!;
    while (e !== NONE && graph.thread[e] === t) e = graph.before[e]!;
    return e === NONE ? (this.staticBefore[t] ?? NONE) : this.findSibling(e);
  }

  /** Whether t and the thread before it have done the same, so that exchanging them changes nothing. */
  isSameAs(t: number, before: number): boolean {
    const { graph } = this;
    const e = graph.last[t]!;
    const last = graph.last[before]!;
    const isNew = e === NONE || graph.thread[e] !== t;
    if (isNew) return last === NONE || graph.thread[last] !== before;
    return graph.mate[e] === last && this.didSame(e, last);
  }

  private findNext(t: number): number {
    const { graph } = this;
    this.before = NONE;
    if (!this.roots.any()) return NONE;
    const last = graph.last[t]!;
    let mate = NONE;
    if (last === NONE || graph.thread[last] !== t) {
      this.before = last === NONE ? this.staticBefore[t]! : this.findSibling(last);
      if (this.before === NONE) return NONE;
    } else {
      mate = graph.mate[last]!;
      if (mate === NONE || !this.didSame(last, mate)) return NONE;
      this.before = graph.thread[mate]!;
    }
    return this.eventAfter(mate, this.before);
  }

  private didSame(e: number, mate: number): boolean {
    const { flags, source } = this.graph;
    return ((flags[e]! | flags[mate]!) & (WRITES | PENDING)) === 0 && source[e] === source[mate];
  }

  /** Returns the event of the thread after `previous`, or its first event. */
  private eventAfter(previous: number, thread: number): number {
    const { graph } = this;
    let after = NONE;
    for (let e = graph.last[thread]!; e !== previous && e !== NONE && graph.thread[e] === thread; e = graph.before[e]!)
      after = e;
    return after;
  }

  private findStatic(t: number): number {
    const { states } = this;
    for (let s = t - 1; s >= 0; s--) if (this.areAlike(states.initial[s]!, states.initial[t]!)) return s;
    return NONE;
  }

  /** Returns the last thread that is like the one started by `spawn`, among the threads started just before it. */
  private findSibling(spawn: number): number {
    const { graph, states } = this;
    const parent = graph.thread[spawn]!;
    const root = states.second[graph.state[spawn]!]!;
    for (let e = graph.before[spawn]!; e !== NONE && graph.thread[e] === parent; e = graph.before[e]!) {
      const state = graph.state[e]!;
      if (states.kind[state] !== SPAWN) return NONE;
      if (this.areAlike(states.second[state]!, root)) return states.operand[state]!;
    }
    return NONE;
  }

  private areAlike(rootOfS: number, rootOfT: number): boolean {
    const areAlike = this.roots.areAlike(rootOfS, rootOfT);
    if (areAlike) this.symmetry.pair();
    return areAlike;
  }
}

/**
 * Whether executions are explored up to symmetry. They are not if the program makes calls, because results of calls are
 * reported by thread.
 */
export function usesSymmetry({ symmetry, program, preemptions }: LocalStates, model: ModelName): boolean {
  return symmetry?.isUsedUnder(model) === true && program.calls === undefined && preemptions === undefined;
}
