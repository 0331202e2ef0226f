import type { CallOrder, History } from './history.js';
import { END, NOT_CALLED, endedBefore } from './history.js';

/**
 * Returns the part of an order that quiescent consistency respects (Herlihy and Shavit, The Art of Multiprocessor
 * Programming, 3.3): one call is before another if there is a moment of rest between them. Such a moment divides all
 * calls into those that have ended and those that have not begun, and each of the former ended before any of the latter
 * began.
 */
export function quiescentOrder({ calls, results }: History, order: CallOrder): CallOrder {
  const made: number[] = [];
  for (let c = 0; c < calls.length; c++) if (results[c] !== NOT_CALLED) made.push(c);
  const rests = new Int32Array(calls.length);
  for (const c of made) {
    // The largest set that can have ended at the last moment of rest before c. All other calls must come after the
    // whole set.
    let ended = endedBefore(order, c);
    for (let before = -1; before !== ended;) {
      before = ended;
      for (const other of made) if ((ended & (1 << other)) === 0) ended &= endedBefore(order, other);
    }
    rests[c] = ended << END;
  }
  return rests;
}
