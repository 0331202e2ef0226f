import type { CallOrder, History } from './history.js';
import { END } from './history.js';

/** Why a history does not meet a criterion. */
export interface Refutation {
  readonly message: string;
  /** What must be respected, as one word for each call. */
  readonly order: CallOrder;
}

/** Decides histories by a criterion. */
export interface HistoryDecision {
  /** Undefined: the history meets it. `order`: as `Calls.check` gets it. */
  refute(history: History, order: CallOrder): Refutation | undefined;
  /** Is it about sequential orders of the calls? */
  readonly triesOrders: boolean;
  /** Must the order of each thread be respected in any case? */
  readonly keepsThreads: boolean;
}

/** The order of each thread. */
export function programOrder(callers: readonly (readonly number[])[]): CallOrder {
  const order = new Int32Array(callers.flat().length);
  for (const calls of callers) {
    let ended = 0;
    for (const c of calls) {
      order[c] = ended;
      ended |= 1 << (END + c);
    }
  }
  return order;
}
