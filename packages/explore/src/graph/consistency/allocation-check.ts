import type { Lifetimes } from '@fencepost/core';
import type { Graph } from '../state/graph.js';
import { NONE } from '../state/graph.js';
import type { HappensBefore } from './happens-before.js';

/**
 * Finds accesses to memory that may not happen after its allocation. An allocation is not an event, and its address
 * reaches other threads only by later events of its thread. So an access happens after it if it happens after every
 * event of that thread from which anything reaches the access.
 */
export class AllocationCheck {
  private readonly graph: Graph;
  private readonly happensBefore: HappensBefore;
  private readonly lifetimes: Lifetimes;

  constructor(graph: Graph, happensBefore: HappensBefore, lifetimes: Lifetimes) {
    this.graph = graph;
    this.happensBefore = happensBefore;
    this.lifetimes = lifetimes;
  }

  /** Checks the access e, which was just added. */
  check(e: number): void {
    const { graph } = this;
    const { locations, threads } = graph.states;
    const location = graph.location[e]!;
    const handle = locations.maker[location]!;
    if (handle === 0) return;
    const maker = threads.find(handle);
    if (maker === undefined || maker === graph.thread[e]) return;
    const { porf, width } = graph;
    for (let f = graph.last[maker]!; f !== NONE && graph.thread[f] === maker; f = graph.before[f]!) {
      if ((porf[e * width + (f >> 5)]! & (1 << (f & 31))) === 0) continue;
      if (!this.happensBefore.isBefore(f, e)) this.lifetimes.show(locations.addresses[location]!);
      return;
    }
  }
}
