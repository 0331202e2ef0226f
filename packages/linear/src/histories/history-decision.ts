import type { CallOrder, History } from './history.js';
import { END } from './history.js';

/** The reason why a history does not meet a criterion. */
export interface Refutation {
  readonly message: string;
  /** The order that must be respected, as one word for each call. */
  readonly order: CallOrder;
}

/** Decides histories by a criterion. */
export interface HistoryDecision {
  /** Returns undefined if the history meets the criterion. `order` is as in `Calls.check`. */
  refute(history: History, order: CallOrder): Refutation | undefined;
  /** Whether it is about sequential orders of the calls. */
  readonly triesOrders: boolean;
}

/** Returns the order of each thread. */
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
