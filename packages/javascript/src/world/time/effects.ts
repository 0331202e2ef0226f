/**
 * Counts events that distinguish an iteration of a loop from the one before (only the difference between two moments of
 * a run matters). While a loop is tested, they are `watched`: then functions that are not instrumented are examined.
 */
export const effects = { count: 0, watched: false };

/** Notes a change other than to shared memory: the clock was read, a random number was drawn. */
export function noteEffect(): void {
  effects.count++;
}
