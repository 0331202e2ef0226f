import { JOIN, grown } from '@fencepost/core';
import type { Calls } from '@fencepost/core';
import { CallOrder, callIn } from '../../calls/call-order.js';
import type { Graph } from './graph.js';
import { NONE, WRITES } from './graph.js';

/** The order of the calls of a complete graph. */
export class GraphCalls {
  private readonly graph: Graph;
  private readonly order: CallOrder;
  /** By slot: bits of everything before the event in real time. Valid if `visited` equals `round`. */
  private before = new Int32Array(64);
  private visited = new Int32Array(64);
  private round = 0;
  private stack = new Int32Array(64);
  private size = 0;

  /** Orders calls in real time if `inRealTime`; otherwise by happens-before, which the graph must have. */
  constructor(
    graph: Graph,
    calls: Calls,
    private readonly inRealTime: boolean,
  ) {
    this.graph = graph;
    this.order = new CallOrder(calls);
  }

  /** Returns the words for `Calls.check`. Valid until the next call. */
  words(): Int32Array {
    const { graph, order } = this;
    order.clear();
    order.threads.forEach((_, t) => {
      order.endsIn(graph.states, graph.current[t]!);
      for (let e = graph.last[t]!; e !== NONE && graph.thread[e] === t; e = graph.before[e]!) {
        order.found(callIn(graph.states, graph.state[e]!), e);
      }
    });
    if (!this.inRealTime) return order.words((e) => this.endsBefore(e), false);
    this.round++;
    const slots = graph.thread.length;
    if (this.visited.length < slots) {
      this.visited = grown(this.visited, slots);
      this.before = grown(this.before, slots);
    }
    return order.words((e) => this.bitsBefore(e), true);
  }

  /** Returns the ends of calls that happen before e, as bits. */
  private endsBefore(e: number): number {
    const { graph, order } = this;
    const { hb, width } = graph;
    let bits = 0;
    for (let c = 0; c < order.count; c++) {
      const last = order.last[c]!;
      if (last !== NONE && (hb[e * width + (last >> 5)]! & (1 << (last & 31))) !== 0) bits |= order.endBit(c);
    }
    return bits;
  }

  /**
   * Returns the beginnings and ends before e in program order, reads-from, coherence and from-reads, which are acyclic.
   */
  private bitsBefore(e: number): number {
    const { round } = this;
    this.push(e);
    while (this.size > 0) {
      const f = this.stack[this.size - 1]!;
      if (this.visited[f] === round) {
        this.size--;
        continue;
      }
      const top = this.size;
      this.pushPredecessors(f);
      if (this.size > top) continue;
      this.visited[f] = round;
      this.before[f] = this.collect(f);
      this.size--;
    }
    return this.before[e]!;
  }

  private push(e: number): void {
    if (e === NONE || this.graph.thread[e] === NONE || this.visited[e] === this.round) return;
    if (this.size === this.stack.length) this.stack = grown(this.stack, this.size + 1);
    this.stack[this.size++] = e;
  }

  private pushPredecessors(e: number): void {
    const { graph } = this;
    this.push(graph.before[e]!);
    this.push(graph.source[e]!);
    if ((graph.flags[e]! & WRITES) !== 0) {
      const previous = graph.earlier[e]!;
      this.push(previous);
      for (let r = graph.firstReader[previous]!; r !== NONE; r = graph.nextReader[r]!) if (r !== e) this.push(r);
    }
    const state = graph.state[e]!;
    if (graph.states.kind[state] === JOIN) this.push(graph.last[graph.states.operand[state]!]!);
  }

  private collect(e: number): number {
    const { graph } = this;
    let bits = this.including(graph.before[e]!) | this.including(graph.source[e]!);
    if ((graph.flags[e]! & WRITES) !== 0) {
      const previous = graph.earlier[e]!;
      bits |= this.including(previous);
      for (let r = graph.firstReader[previous]!; r !== NONE; r = graph.nextReader[r]!) {
        if (r !== e) bits |= this.including(r);
      }
    }
    const state = graph.state[e]!;
    if (graph.states.kind[state] === JOIN) bits |= this.including(graph.last[graph.states.operand[state]!]!);
    return bits;
  }

  /** Returns the bits of everything before the event, and of the calls that it begins and ends itself. */
  private including(e: number): number {
    if (e === NONE || this.graph.thread[e] === NONE) return 0;
    const { states, state } = this.graph;
    return this.before[e]! | this.order.bitsOf(callIn(states, state[e]!), e);
  }
}
