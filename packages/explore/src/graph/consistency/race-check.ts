import { NOT_ATOMIC } from '@fencepost/core';
import type { Graph } from '../state/graph.js';
import { NONE, NOTICED, RACY, WRITES } from '../state/graph.js';
import { AllocationCheck } from './allocation-check.js';
import type { HappensBefore } from './happens-before.js';

/**
 * Maintains RACY: whether the graph has a data race. Happens-before among events never changes, so a race is detected
 * when the second of its accesses is added.
 */
export class RaceCheck {
  private readonly graph: Graph;
  private readonly happensBefore: HappensBefore;
  private readonly allocations: AllocationCheck | undefined;
  private readonly isRefused: boolean[] = [];

  constructor(graph: Graph, happensBefore: HappensBefore) {
    this.graph = graph;
    this.happensBefore = happensBefore;
    const { lifetimes } = graph.states.program;
    this.allocations = lifetimes && new AllocationCheck(graph, happensBefore, lifetimes);
  }

  /** Checks e after it, or its write part, was added at the end of its thread. */
  check(e: number): void {
    this.checkAgainst(e, true);
  }

  /**
   * `isLast`: nothing comes after e, and all other accesses are known not to race. Then nothing older than a plain write
   * that happens before e races with e, because it happens before that write: else it would race with it.
   */
  private checkAgainst(e: number, isLast: boolean): void {
    const { graph, happensBefore } = this;
    this.allocations?.check(e);
    const { anyPlain } = graph.states.locations;
    if (anyPlain[graph.location[e]!] !== true) return;
    if (!this.isRefused[graph.location[e]!]) this.refuse(graph.location[e]!);
    if ((graph.head[NOTICED]! & RACY) !== 0) return;
    const writes = (graph.flags[e]! & WRITES) !== 0;
    const isPlain = (happensBefore.flagsOf(e) & NOT_ATOMIC) !== 0;
    for (let w = graph.latest[graph.location[e]!]!; graph.thread[w] !== NONE; w = graph.earlier[w]!) {
      if (this.race(w, e, isPlain)) return;
      if (writes && this.raceOfReaders(w, e, isPlain)) return;
      if (isLast && w !== e && (happensBefore.flagsOf(w) & NOT_ATOMIC) !== 0 && this.isOrdered(w, e)) return;
    }
    if (writes) this.raceOfReaders(graph.initialWrite[graph.location[e]!]!, e, isPlain);
  }

  private raceOfReaders(w: number, e: number, isPlain: boolean): boolean {
    const { firstReader, nextReader } = this.graph;
    for (let r = firstReader[w]!; r !== NONE; r = nextReader[r]!) if (this.race(r, e, isPlain)) return true;
    return false;
  }

  private isOrdered(w: number, e: number): boolean {
    const { thread } = this.graph;
    return thread[w] === thread[e] || this.happensBefore.isBefore(w, e);
  }

  /** Records that not all accesses to the location are atomic. */
  private refuse(location: number): void {
    const { locations, unseen } = this.graph.states;
    this.isRefused[location] = true;
    unseen?.refuseAtomic(locations.addresses[location]!);
  }

  /** Decides again after events were removed from a graph that has races. */
  recheck(): void {
    const { graph } = this;
    graph.head[NOTICED]! &= ~RACY;
    for (let t = 0; t < graph.threads; t++) {
      if (graph.current[t] === 0) continue;
      for (let e = graph.last[t]!; e !== NONE && graph.thread[e] === t; e = graph.before[e]!) {
        if (graph.location[e]! >= 0) this.checkAgainst(e, false);
      }
    }
  }

  private race(f: number, e: number, isPlain: boolean): boolean {
    const { graph, happensBefore } = this;
    if (graph.thread[f] === graph.thread[e]) return false;
    if (!isPlain && (happensBefore.flagsOf(f) & NOT_ATOMIC) === 0) return false;
    if (happensBefore.isBefore(f, e) || happensBefore.isBefore(e, f)) return false;
    graph.head[NOTICED]! |= RACY;
    return true;
  }
}
