import type { ReadTest } from '@fencepost/core';
import { LOAD, RMW, hasEnded } from '@fencepost/core';
import type { FinishedRun } from '../../results/ending.js';
import { isOutdated } from './stale-reads.js';
import type { Graph } from './graph.js';
import type { GraphCalls } from './graph-calls.js';
import { BLOCKED, ENDED_BELOW, NONE, OPERATIONS } from './graph.js';

/** The execution of a complete graph. One object serves all graphs of a search. */
export class FinishedGraph implements FinishedRun {
  private readonly graph: Graph;
  private readonly calls: GraphCalls | undefined;

  constructor(graph: Graph, calls?: GraphCalls) {
    this.graph = graph;
    this.calls = calls;
  }

  get local(): Int32Array {
    return this.graph.current;
  }

  get operations(): number {
    return this.graph.head[OPERATIONS]!;
  }

  get nobodyWaits(): boolean {
    return this.graph.head[ENDED_BELOW] === this.graph.order.length;
  }

  callOrder(): Int32Array | undefined {
    return this.calls?.words();
  }

  valueAt(location: number): number {
    const { value, latest } = this.graph;
    return value[latest[location]!]!;
  }

  someRead(t: number, operations: number, test: ReadTest): boolean {
    const { graph } = this;
    const { kind } = graph.states;
    const first = graph.executed[t]! - operations;
    for (let e = graph.last[t]!; e !== NONE && graph.thread[e] === t && graph.position[e]! >= first;) {
      const reads = kind[graph.state[e]!] === LOAD || kind[graph.state[e]!] === RMW;
      const source = graph.source[e]!;
      const isOwn = reads && graph.thread[source] === t && graph.position[source]! >= first;
      if (reads && !isOwn && test(graph.location[e]!, graph.value[source]!)) return true;
      e = graph.before[e]!;
    }
    return false;
  }

  isOutdated(): boolean {
    const { graph } = this;
    const { states } = graph;
    for (let t = 0; t < graph.threads; t++) {
      const state = graph.current[t]!;
      if (state === 0 || hasEnded(states.kind[state]!)) continue;
      const last = graph.last[t]!;
      if (last === NONE || graph.thread[last] !== t) continue;
      const waits = (graph.flags[last]! & BLOCKED) !== 0;
      if (waits ? graph.later[graph.source[last]!] !== NONE : isOutdated(graph, last, false)) return true;
    }
    return false;
  }
}
