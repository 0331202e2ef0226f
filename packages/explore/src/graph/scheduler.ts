import { satisfies } from '@fencepost/core';
import type { Builder } from './builder.js';
import { NONE } from './graph.js';

/**
 * Whose operation is added next: a function of the graph only, as exactness demands. The thread with the lowest handle
 * that can go on; but one that waits for a value which the latest write does not have comes after all others, so that
 * what it waits for is there, if it can be, before it is asked.
 */
export class Scheduler {
  private readonly builder: Builder;
  private order: number[] = [];

  constructor(builder: Builder) {
    this.builder = builder;
  }

  next(): number {
    const { graph, states } = this.builder;
    if (this.order.length !== graph.threads) this.sort();
    let waiting = NONE;
    for (const t of this.order) {
      if (!this.builder.isLive(t)) continue;
      const state = graph.current[t]!;
      const comparison = states.comparison[state]!;
      if (comparison === 0) return t;
      const latest = graph.value[graph.latest[states.location[state]!]!]!;
      if (satisfies(comparison, latest, states.awaited[state]!)) return t;
      if (waiting === NONE) waiting = t;
    }
    return waiting;
  }

  private sort(): void {
    const { handles } = this.builder.states.threads;
    this.order = Array.from(handles.keys()).sort((a, b) => handles[a]! - handles[b]!);
  }
}
