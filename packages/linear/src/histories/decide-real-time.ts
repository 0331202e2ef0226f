import type { CallOrder, History, Specification } from './history.js';
import { ANYTHING, END, NOT_CALLED, REFUSED, WAITS } from './history.js';
import { PairSet } from './pair-set.js';

/** Beginnings (c) and ends (`END + c`) of calls, in the order in which they happen. */
export type Interleaving = readonly number[];

/** The calls done and the state they led to, as one number: a possible state of the object at some moment. */
type Configuration = number;
const DONE_CALLS = 1 << END;

/**
 * Decides whether a sequential order explains the results for every interleaving of an execution's calls. An execution
 * fixes only part of the order of beginnings and ends. Clocks may show any order of the rest.
 *
 * A call that ends early only adds constraints, and prevents nothing. So every end comes as soon as possible, and only
 * the beginnings are tried in all orders. The search maintains the set of configurations that explain the results so
 * far: the end of a call removes those in which it is not done. If none is left, nothing explains the calls.
 *
 * Before that, it looks for one sequential order that explains all interleavings at once: in each, every call begins
 * before the end of the calls that follow it in the order. Many histories have one.
 */
export class RealTimeDecision {
  private readonly specification: Specification;
  /** By set of beginnings: the sets of configurations that were tried with them. */
  private readonly tried = new Map<number, (readonly Configuration[])[]>();
  /** By call: the calls that end after it has begun, in every interleaving. */
  private readonly endAfter = new Int32Array(END);
  private readonly triedForAll = new PairSet();
  private history: History = { calls: [], results: [] };
  private order: CallOrder = new Int32Array(0);
  private readonly path: number[] = [];
  /** All calls that are made, and those that never return, as bits. */
  private all = 0;
  private waiting = 0;

  constructor(specification: Specification) {
    this.specification = specification;
  }

  /** Returns an interleaving that nothing explains, up to the end that shows it; undefined if there is none. */
  refute(history: History, order: CallOrder): Interleaving | undefined {
    this.history = history;
    this.order = order;
    this.tried.clear();
    this.path.length = 0;
    this.all = this.waiting = 0;
    for (let c = 0; c < history.calls.length; c++) {
      if (history.results[c] !== NOT_CALLED) this.all |= 1 << c;
      if (history.results[c] === WAITS) this.waiting |= 1 << c;
    }
    if (this.waiting === 0 && this.oneExplainsAll()) return undefined;
    return this.search(0, [0]) ? [...this.path] : undefined;
  }

  private oneExplainsAll(): boolean {
    const { order } = this;
    const { length } = this.history.calls;
    for (let c = 0; c < length; c++) {
      let bits = 1 << c;
      for (let d = 0; d < length; d++) bits |= ((order[length + d]! >>> c) & 1) << d;
      this.endAfter[c] = bits;
    }
    this.triedForAll.clear();
    return this.explainAll(0, 0);
  }

  private explainAll(done: number, state: number): boolean {
    const left = this.all & ~done;
    if (left === 0) return true;
    if (!this.triedForAll.add(done, state)) return false;
    const { calls, results } = this.history;
    for (let c = 0; c < calls.length; c++) {
      if ((left & (1 << c)) === 0 || (left & ~this.endAfter[c]!) !== 0) continue;
      const next = this.specification.after(state, calls[c]!, results[c]!);
      if (next !== REFUSED && this.explainAll(done | (1 << c), next)) return true;
    }
    return false;
  }

  /** Tries all next beginnings. `happened` has beginnings and ends, as in the words of an order. */
  private search(happened: number, configurations: readonly Configuration[]): boolean {
    const { length } = this.history.calls;
    for (let c = 0; c < length; c++) {
      if ((happened & (1 << c)) !== 0 || (this.all & (1 << c)) === 0 || (this.order[c]! & ~happened) !== 0) continue;
      const before = this.path.length;
      this.path.push(c);
      if (this.begin(c, happened, configurations)) return true;
      this.path.length = before;
    }
    return false;
  }

  /** Begins call c, and ends every call that can end. */
  private begin(c: number, before: number, configurations: readonly Configuration[]): boolean {
    let happened = before | (1 << c);
    let possible = this.closure(happened, configurations);
    for (let ended = true; ended;) {
      ended = false;
      for (let e = 0; e < this.history.calls.length; e++) {
        if (!this.mayEnd(e, happened)) continue;
        this.path.push(END + e);
        happened |= 1 << (END + e);
        possible = possible.filter((each) => (each & (1 << e)) !== 0);
        if (possible.length === 0) return true;
        ended = true;
      }
    }
    if ((happened & (DONE_CALLS - 1)) === this.all)
      return this.waiting !== 0 && !possible.some((each) => this.othersWait(each));
    return this.isNew(happened & (DONE_CALLS - 1), possible) && this.search(happened, possible);
  }

  /** Whether this has not been tried yet. The set of ends is determined by the set of beginnings. */
  private isNew(begun: number, possible: readonly Configuration[]): boolean {
    const before = this.tried.get(begun);
    if (before === undefined) this.tried.set(begun, [possible]);
    else if (before.some((each) => areEqual(each, possible))) return false;
    else before.push(possible);
    return true;
  }

  private mayEnd(e: number, happened: number): boolean {
    const bits = (1 << e) | (1 << (END + e));
    if ((happened & bits) !== 1 << e || this.history.results[e] === WAITS) return false;
    return (this.order[this.history.calls.length + e]! & ~happened) === 0;
  }

  /** Whether the calls that never return wait when all others are done. */
  private othersWait(configuration: Configuration): boolean {
    const { calls, results } = this.history;
    const done = configuration % DONE_CALLS;
    if ((done | this.waiting) !== this.all) return false;
    const state = (configuration - done) / DONE_CALLS;
    for (let c = 0; c < calls.length; c++) {
      if (results[c] === WAITS && this.specification.after(state, calls[c]!, ANYTHING) !== REFUSED) return false;
    }
    return true;
  }

  /** Returns all configurations reachable by calls that have begun, in ascending order. */
  private closure(happened: number, configurations: readonly Configuration[]): Configuration[] {
    const { calls, results } = this.history;
    const reached = [...configurations];
    for (let i = 0; i < reached.length; i++) {
      const done = reached[i]! % DONE_CALLS;
      const state = (reached[i]! - done) / DONE_CALLS;
      for (let c = 0; c < calls.length; c++) {
        const bit = 1 << c;
        if ((happened & bit) === 0 || (done & bit) !== 0 || results[c] === WAITS) continue;
        const next = this.specification.after(state, calls[c]!, results[c]!);
        if (next === REFUSED) continue;
        const configuration = next * DONE_CALLS + (done | bit);
        if (!reached.includes(configuration)) reached.push(configuration);
      }
    }
    return reached.sort((a, b) => a - b);
  }
}

function areEqual(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((each, i) => each === b[i]);
}
