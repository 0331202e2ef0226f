import type { Expectation } from './expectation.js';
import { corpus } from './index.js';

/** All programs of the corpus. */
export const programs: readonly { readonly group: string; readonly expectation: Expectation }[] = corpus.flatMap(
  ({ group, expectations }) => expectations.map((expectation) => ({ group, expectation })),
);

/**
 * The question for a worker: differences between a program and its expectation; between the explorers; between the
 * monitors of recordings and of searches.
 */
export type Question = 'expected' | 'agree' | 'recordings';

export interface CorpusTask {
  /** An index of `programs`. */
  readonly program: number;
  readonly question: Question;
}
