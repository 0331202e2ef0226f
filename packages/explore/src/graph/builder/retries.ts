import type { LocalStates } from '@fencepost/core';
import { FENCE, ORDERS, ORDER_BITS, RMW } from '@fencepost/core';
import type { Graph } from '../state/graph.js';
import { NONE, READS, WRITES } from '../state/graph.js';

/** The most events of a thread that are looked at. */
const MOST_EVENTS = 16;

/** Orders of reads, from weak to strong; -1: not an order of reads. */
const STRENGTH = ORDERS.map((order) => ['plain', 'relaxed', 'acquire', 'seq_cst'].indexOf(order));
const ORDER_MASK = (1 << ORDER_BITS) - 1;

/**
 * Recognises reads that only repeat an earlier one. A thread reads x, does nothing that others can see, reads x again
 * (a compare-and-swap that fails, say, and so refreshes what it expects), and now does what it would have done had it read
 * the second value at once. The execution in which it does is explored, too: it has fewer events, and is consistent if
 * this one is, as long as the first read is no stronger than the second (docs/internals/decisions/0050).
 */
export class Retries {
  private readonly graph: Graph;
  private readonly states: LocalStates;

  constructor(graph: Graph) {
    this.graph = graph;
    this.states = graph.states;
  }

  /** Does thread t, which is in state `next` after its read e of `value`, do what an earlier read could have led to? */
  isRetry(t: number, e: number, next: number, value: number): boolean {
    const { graph, states } = this;
    if (!states.hasEssence(next)) return false;
    const { flags, before, thread, location, state } = graph;
    const x = location[e]!;
    let left = MOST_EVENTS;
    for (let r = before[e]!; r !== NONE && thread[r] === t && left-- > 0; r = before[r]!) {
      if ((flags[r]! & WRITES) !== 0) return false;
      if ((flags[r]! & READS) === 0) {
        if (states.kind[state[r]!] !== FENCE) return false;
        continue;
      }
      if (location[r] === x && this.isReplaceable(state[r]!, state[e]!) && states.isAsAfter(next, state[r]!, value)) {
        return true;
      }
    }
    return false;
  }

  /** Is a read in state `first` no stronger than one in state `second` of the same call, neither of which writes? */
  private isReplaceable(first: number, second: number): boolean {
    const { kind, failureCode, call } = this.states;
    if (call[first] !== call[second] || (kind[first] === RMW && kind[second] !== RMW)) return false;
    const weaker = STRENGTH[failureCode[first]! & ORDER_MASK]!;
    return weaker >= 0 && weaker <= STRENGTH[failureCode[second]! & ORDER_MASK]!;
  }
}
