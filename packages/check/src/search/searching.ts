import type { SearchProgress } from './search-progress.js';

/** A search that says how far it is whenever it could be stopped. */
export type Searching<T> = Generator<SearchStep, T, void>;

export interface SearchStep extends SearchProgress {
  /** There is nothing to do until this resolves. */
  readonly idle?: Promise<void> | undefined;
}

/** Set by whoever watches a search, to end it at its next part. */
export interface Stop {
  reason: 'time' | 'interrupt' | undefined;
}
