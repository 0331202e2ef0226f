import type { Expectation } from './expectation.js';
import { corpus } from './index.js';

/** All programs, one after the other. */
export const programs: readonly { readonly group: string; readonly expectation: Expectation }[] = corpus.flatMap(
  ({ group, expectations }) => expectations.map((expectation) => ({ group, expectation })),
);

/**
 * What a worker is asked: how does a program differ from what is expected; the explorers from one another; the monitor of
 * recordings from that of searches?
 */
export type Question = 'expected' | 'agree' | 'recordings';

export interface CorpusTask {
  /** An index of `programs`. */
  readonly program: number;
  readonly question: Question;
}
