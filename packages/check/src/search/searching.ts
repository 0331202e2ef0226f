import type { SearchProgress } from './search-progress.js';

/** A search that reports its progress whenever it can be stopped. */
export type Searching<T> = Generator<SearchStep, T, void>;

export interface SearchStep extends SearchProgress {
  /** There is nothing to do until this resolves. */
  readonly idle?: Promise<void> | undefined;
}

/** Set by the caller to end a search at its next part. */
export interface Stop {
  reason: 'time' | 'interrupt' | undefined;
}
