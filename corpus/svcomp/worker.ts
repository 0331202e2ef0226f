import { cpuUsage } from 'node:process';
import { serve } from '@fencepost/workers';
import type { Answer } from './judge.js';
import { judge } from './judge.js';
import type { Task } from './task.js';

/** A task, and its time limit. */
export interface Request {
  readonly task: Task;
  readonly seconds: number;
}

/** The answer, with the CPU time of this process. */
export interface Timed extends Answer {
  readonly cpuSeconds: number;
}

serve(() => async ({ task, seconds }: Request): Promise<Timed> => {
  const before = cpuUsage();
  const answer = await judge(task, seconds);
  const { user, system } = cpuUsage(before);
  return { ...answer, cpuSeconds: (user + system) / 1e6 };
});
