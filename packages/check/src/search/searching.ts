import type { SearchProgress } from './search-progress.js';

/** A search that reports its progress whenever it can be stopped. */
export type Searching<T> = Generator<SearchStep, T, void>;

export interface SearchStep extends SearchProgress {
  /** Resolves when there is something to do again. */
  readonly idle?: Promise<void> | undefined;
}

/** Set by the caller to end a search at its next part. */
export interface Stop {
  reason: 'time' | 'interrupt' | undefined;
}
