import { SPAWN } from '@fencepost/core';
import type { Edges } from '../consistency/edges.js';
import type { Graph } from '../state/graph.js';
import { ENDED_BELOW, NONE, OPERATIONS, PENDING, READS, WRITES } from '../state/graph.js';

/** Removes events from a graph. */
export class Removal {
  private readonly graph: Graph;
  private readonly edges: Edges;

  constructor(graph: Graph, edges: Edges) {
    this.graph = graph;
    this.edges = edges;
  }

  /** Removes e, which must be the last event of its thread. The caller corrects the rows of other events. */
  remove(e: number): void {
    const { graph } = this;
    const { states } = graph;
    const t = graph.thread[e]!;
    const flags = graph.flags[e]!;
    if ((flags & WRITES) !== 0) this.edges.unlinkWrite(e);
    if ((flags & READS) !== 0) this.edges.unlinkReader(e);
    const state = graph.state[e]!;
    if (states.kind[state] === SPAWN) this.unspawn(states.operand[state]!);
    graph.current[t] = state;
    graph.last[t] = graph.before[e]!;
    graph.readBase[t] = graph.readBaseBefore[e]!;
    graph.writeBase[t] = graph.writeBaseBefore[e]!;
    this.takeBack(t, graph.position[e]!);
    if (graph.readPart[e] !== NONE) this.freeReadPart(e);
    graph.free(e);
    if (graph.rank[t]! < graph.head[ENDED_BELOW]!) graph.head[ENDED_BELOW] = graph.rank[t]!;
  }

  private freeReadPart(e: number): void {
    const { graph } = this;
    graph.free(graph.readPart[e]!);
    graph.readPart[e] = NONE;
  }

  private unspawn(child: number): void {
    const { graph } = this;
    graph.current[child] = 0;
    this.takeBack(child, 0);
    if (graph.rank[child]! < graph.head[ENDED_BELOW]!) graph.head[ENDED_BELOW] = graph.rank[child]!;
  }

  /** Rolls thread t back to this many executed operations. */
  private takeBack(t: number, executed: number): void {
    const { graph } = this;
    graph.head[OPERATIONS]! -= graph.executed[t]! - executed;
    graph.executed[t] = executed;
  }

  /** Removes the write part of an atomic that is the last event of its thread. The atomic is pending again. */
  removeWritePart(e: number): void {
    const { graph } = this;
    this.edges.unlinkWrite(e);
    const t = graph.thread[e]!;
    graph.flags[e] = (graph.flags[e]! & ~WRITES) | PENDING;
    if (graph.readPart[e] !== NONE) this.freeReadPart(e);
    graph.current[t] = graph.state[e]!;
    graph.readBase[t] = graph.readBaseBefore[e]!;
    graph.writeBase[t] = graph.writeBaseBefore[e]!;
    this.takeBack(t, graph.position[e]!);
    if (graph.rank[t]! < graph.head[ENDED_BELOW]!) graph.head[ENDED_BELOW] = graph.rank[t]!;
  }
}
