/** The state that an `after` check can read once every thread has ended. */
export interface FinalView {
  /** Returns the value in memory. `size`: needed if the program may not have accessed this place. */
  read(place: number | { readonly address: number; readonly size?: number }): number;
  /** Returns the result of the i-th static thread. */
  outcome(thread: number): unknown;
  /**
   * Returns the results of the calls of the i-th static thread before the one in which it waits (`Operation.returned`).
   */
  returned(thread: number): readonly string[] | undefined;
  /** Returns the results of all threads, including those started by other threads. */
  outcomes(): readonly unknown[];
  /** Returns the results that each thread received, by handle; none for threads that were not started. */
  results(): ReadonlyMap<number, readonly number[]>;
}
