import type { LocalStates } from '@fencepost/core';
import { FENCE, ORDERS, ORDER_BITS, RMW } from '@fencepost/core';
import type { Graph } from '../state/graph.js';
import { NONE, READS, WRITES } from '../state/graph.js';

/** Maximum number of events of a thread that are inspected. */
const MOST_EVENTS = 16;

/** Rank of each memory order for reads, from weak to strong; -1 if reads cannot have it. */
const STRENGTH = ORDERS.map((order) => ['plain', 'relaxed', 'acquire', 'seq_cst'].indexOf(order));
const ORDER_MASK = (1 << ORDER_BITS) - 1;

/**
 * Recognises reads that only repeat an earlier one. A thread reads x, does nothing that other threads can observe, and
 * reads x again (for example, by a compare-and-swap that fails and so refreshes the expected value). It then does what
 * it would have done had it read the second value at once. That shorter execution is explored, too. It is consistent if
 * this one is, as long as the first read is no stronger than the second (docs/internals/decisions/0050).
 */
export class Retries {
  private readonly graph: Graph;
  private readonly states: LocalStates;

  constructor(graph: Graph) {
    this.graph = graph;
    this.states = graph.states;
  }

  /**
   * Whether thread t, now in state `next` after its read e of `value`, is in a state that an earlier read could have
   * led to.
   */
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

  /**
   * Whether a read in state `first` is no stronger than one in state `second` of the same call. Neither of them writes.
   */
  private isReplaceable(first: number, second: number): boolean {
    const { kind, failureCode, call } = this.states;
    if (call[first] !== call[second] || (kind[first] === RMW && kind[second] !== RMW)) return false;
    const weaker = STRENGTH[failureCode[first]! & ORDER_MASK]!;
    return weaker >= 0 && weaker <= STRENGTH[failureCode[second]! & ORDER_MASK]!;
  }
}
