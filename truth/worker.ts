import { serve } from '@fencepost/workers';
import { cpuClock } from './cpu.js';
import { judge } from './judge.js';
import type { Answer } from './answer.js';
import type { Question } from './set.js';

/** A question, and the time limit of its search. */
export interface Request {
  readonly question: Question;
  readonly seconds: number;
  /** Whether the limit is CPU time of this process. */
  readonly cpu: boolean;
  /** Whether no other case runs in this process meanwhile. */
  readonly alone: boolean;
}

/** The answer, and the wall time and CPU time that it took, compilation included. */
export interface Timed extends Answer {
  readonly seconds: number;
  readonly cpu: number;
}

serve(() => async ({ question, seconds, cpu, alone }: Request): Promise<Timed> => {
  const start = performance.now();
  const used = cpuClock(alone);
  const answer = await judge(question, seconds, cpu);
  return { ...answer, seconds: (performance.now() - start) / 1000, cpu: used() };
});
