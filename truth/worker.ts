import { serve } from '@fencepost/workers';
import { judge } from './judge.js';
import type { Answer, Question } from './set.js';

/** A question, and the time limit of its search. */
export interface Request {
  readonly question: Question;
  readonly seconds: number;
  /** Whether the limit is CPU time of this process. */
  readonly cpu: boolean;
}

/** The answer, and the wall time that it took, compilation included. */
export interface Timed extends Answer {
  readonly seconds: number;
}

serve(() => async ({ question, seconds, cpu }: Request): Promise<Timed> => {
  const start = performance.now();
  const answer = await judge(question, seconds, cpu);
  return { ...answer, seconds: (performance.now() - start) / 1000 };
});
