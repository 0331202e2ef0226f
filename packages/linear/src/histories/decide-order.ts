import type { CallOrder, History, Specification } from './history.js';
import { ANYTHING, REFUSED, WAITS, endedBefore } from './history.js';
import { PairSet } from './pair-set.js';

/**
 * Decides whether a sequential order of the calls explains their results and has each call after those that ended
 * before it began. Wing and Gong's search, with Lowe's cache of tried configurations: the calls done, and the state
 * they led to.
 */
export class OrderDecision {
  private readonly tried = new PairSet();
  private history: History = { calls: [], results: [] };
  private order: CallOrder = new Int32Array(0);
  private specification: Specification;
  /** The calls that must be in the order: those that have returned, as bits. */
  private required = 0;
  private readonly found: number[] = [];

  constructor(specification: Specification) {
    this.specification = specification;
  }

  /** Returns such an order, as calls; undefined if there is none. Valid until the next decision. */
  decide(history: History, order: CallOrder): readonly number[] | undefined {
    this.history = history;
    this.order = order;
    this.tried.clear();
    this.found.length = 0;
    this.required = 0;
    for (let c = 0; c < history.calls.length; c++) if (history.results[c]! >= 0) this.required |= 1 << c;
    return this.search(0, 0) ? this.found : undefined;
  }

  private search(done: number, state: number): boolean {
    if (this.required === done) return this.othersWait(state);
    if (!this.tried.add(done, state)) return false;
    const { calls, results } = this.history;
    for (let c = 0; c < calls.length; c++) {
      const bit = 1 << c;
      if ((done & bit) !== 0 || (this.required & bit) === 0 || (endedBefore(this.order, c) & ~done) !== 0) continue;
      const next = this.specification.after(state, calls[c]!, results[c]!);
      if (next === REFUSED) continue;
      this.found.push(c);
      if (this.search(done | bit, next)) return true;
      this.found.pop();
    }
    return false;
  }

  /** Whether the calls that never return wait in this state. */
  private othersWait(state: number): boolean {
    const { calls, results } = this.history;
    for (let c = 0; c < calls.length; c++) {
      if (results[c] === WAITS && this.specification.after(state, calls[c]!, ANYTHING) !== REFUSED) return false;
    }
    return true;
  }
}
