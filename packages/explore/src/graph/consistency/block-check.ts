import type { Blocks } from '@fencepost/core';
import type { Graph } from '../state/graph.js';
import { NONE, WRITES } from '../state/graph.js';
import type { HappensBefore } from './happens-before.js';

/**
 * Splits blocks in which byte-wise accesses could be observed: two accesses of different threads, one of them a write,
 * are not ordered. Like a race, this is detected when the second of them is added.
 */
export class BlockCheck {
  private readonly graph: Graph;
  private readonly happensBefore: HappensBefore;
  private readonly blocks: Blocks;

  constructor(graph: Graph, happensBefore: HappensBefore, blocks: Blocks) {
    this.graph = graph;
    this.happensBefore = happensBefore;
    this.blocks = blocks;
  }

  /** Checks e, which was just added. */
  check(e: number): void {
    const { graph } = this;
    const location = graph.location[e]!;
    if (!graph.states.locations.isBlock(location)) return;
    const writes = (graph.flags[e]! & WRITES) !== 0;
    for (let w = graph.initialWrite[location]!; w !== NONE; w = graph.later[w]!) {
      if (graph.thread[w] !== NONE) this.require(w, e);
      if (!writes) continue;
      for (let r = graph.firstReader[w]!; r !== NONE; r = graph.nextReader[r]!) this.require(r, e);
    }
  }

  private require(f: number, e: number): void {
    const { graph, happensBefore } = this;
    if (graph.thread[f] === graph.thread[e]) return;
    if (happensBefore.isBefore(f, e) || happensBefore.isBefore(e, f)) return;
    this.blocks.divide(graph.states.locations.addresses[graph.location[e]!]!);
  }
}
