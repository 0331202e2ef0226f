import type { LocalStates } from '@fencepost/core';
import { FENCE, ORDERS, ORDER_BITS, RMW, STORE } from '@fencepost/core';
import type { Graph } from '../state/graph.js';
import { NONE, PART_OF_NEXT, READS, WRITES } from '../state/graph.js';

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
 *
 * Between the two reads, the thread may store what it stores again right after the second one, if no other thread sees
 * the first stores (`UnseenStores`).
 */
export class Retries {
  private readonly graph: Graph;
  private readonly states: LocalStates;
  /** Whether every consistent graph is sequentially consistent. */
  private readonly isSequential: boolean;
  /** The stores between the two reads, last first. */
  private readonly stores = new Int32Array(MOST_EVENTS);
  private stored = 0;
  /** Events to visit, and by event the number of the last search that visited it. */
  private readonly left: number[] = [];
  private visited = new Int32Array(64);
  private searches = 0;

  constructor(graph: Graph, isSequential: boolean) {
    this.graph = graph;
    this.states = graph.states;
    this.isSequential = isSequential;
  }

  /**
   * Whether thread t, now in state `next` after its read e of `value`, is in a state that an earlier read could have
   * led to.
   */
  isRetry(t: number, e: number, next: number, value: number): boolean {
    const { graph, states } = this;
    if (!states.hasEssence(next)) return false;
    const { flags, before, thread, location, source, state } = graph;
    const x = location[e]!;
    const mayStore = states.unseen !== undefined && states.kind[next] === STORE;
    // A loop that only loads and stores waits, and its iterations do not count for robustness.
    let hasFailed = states.kind[state[e]!] === RMW;
    this.stored = 0;
    let left = MOST_EVENTS;
    for (let r = before[e]!; r !== NONE && thread[r] === t && left-- > 0; r = before[r]!) {
      const flagsOfR = flags[r]!;
      if ((flagsOfR & WRITES) !== 0) {
        // If it stores to x, the second read may read that.
        if (!mayStore || !hasFailed || (flagsOfR & READS) !== 0 || location[r] === x) return false;
        this.stores[this.stored++] = r;
      } else if ((flagsOfR & READS) === 0) {
        if (states.kind[state[r]!] !== FENCE && (flagsOfR & PART_OF_NEXT) === 0) return false;
      } else if (location[r] === x) {
        hasFailed ||= states.kind[state[r]!] === RMW;
        if (!this.isReplaceable(state[r]!, state[e]!)) continue;
        if (this.stored > 0 && !this.isFirstAgain(next)) continue;
        if (!states.areAlike(next, states.update(state[r]!, value))) continue;
        // A thread that reads the same write again may do so forever: it has to get stuck.
        if (source[r] === source[e]) return false;
        return this.storesAgain(next) && this.ordersNothing(t, r, e);
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

  /** A quick test before the thread is run: whether its next store is to the place of the first one in between. */
  private isFirstAgain(next: number): boolean {
    return this.states.location[next] === this.graph.location[this.stores[this.stored - 1]!];
  }

  /** Whether a thread in state `next` overwrites the stores at once, in their order, and no other thread sees them. */
  private storesAgain(next: number): boolean {
    const { graph, states } = this;
    if (this.stored === 0) return true;
    const unseen = states.unseen!;
    let state = next;
    for (let i = this.stored - 1; i >= 0; i--) {
      const w = this.stores[i]!;
      const before = graph.state[w]!;
      const isAgain =
        states.kind[state] === STORE &&
        states.location[state] === graph.location[w] &&
        states.label[state] === states.label[before] &&
        states.code[state] === states.code[before];
      if (!isAgain) return false;
      const { text } = states.labels.get(states.label[before]!);
      if (this.isSeen(w)) unseen.refuse(text);
      // If W overwrites what another thread has written, what t stores before it does so again may violate SC.
      if (!unseen.assume(text, !this.isSequential && i < this.stored - 1)) return false;
      state = states.update(state, 0);
    }
    return true;
  }

  /** Whether another thread reads the write. */
  private isSeen(w: number): boolean {
    const { firstReader, nextReader, thread } = this.graph;
    for (let r = firstReader[w]!; r !== NONE; r = nextReader[r]!) if (thread[r] !== thread[w]) return true;
    return false;
  }

  /**
   * Whether the reads of t between r and e order nothing that is not ordered without them. Otherwise they may be part
   * of an SC violation together with what t does after e.
   */
  private ordersNothing(t: number, r: number, e: number): boolean {
    if (this.isSequential) return true;
    const { graph } = this;
    const { flags, before, source, thread } = graph;
    let isSearched = false;
    for (let q = before[e]!; q !== r; q = before[q]!) {
      if ((flags[q]! & READS) === 0) continue;
      const w = source[q]!;
      if (thread[w] === NONE || thread[w] === t) continue;
      if (!isSearched) this.visitBefore(r, source[e]!);
      isSearched = true;
      if (this.visited[w] !== this.searches) return false;
    }
    return true;
  }

  /** Marks the events before r or `source` in program order and reads-from. */
  private visitBefore(r: number, source: number): void {
    const { graph, left } = this;
    if (this.visited.length < graph.thread.length) this.visited = new Int32Array(graph.thread.length);
    const { visited } = this;
    const search = ++this.searches;
    left.push(r, source);
    while (left.length > 0) {
      const e = left.pop()!;
      if (e === NONE || graph.thread[e] === NONE || visited[e] === search) continue;
      visited[e] = search;
      left.push(graph.before[e]!);
      if ((graph.flags[e]! & READS) !== 0) left.push(graph.source[e]!);
    }
  }
}
