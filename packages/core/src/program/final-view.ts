/** What an `after` check can read once every thread has ended. */
export interface FinalView {
  /** The value in memory. `size`: if it is not known that anything was accessed there. */
  read(place: number | { readonly address: number; readonly size?: number }): number;
  /** What the i-th static thread returned. */
  outcome(thread: number): unknown;
  /** What the calls of the i-th static thread returned before the one in which it waits (`Operation.returned`). */
  returned(thread: number): readonly string[] | undefined;
  /** What all threads returned, including those started by other threads. */
  outcomes(): readonly unknown[];
  /** The results that each thread received, by handle; none for threads that were not started. */
  results(): ReadonlyMap<number, readonly number[]>;
}
