import { spawnSync } from 'node:child_process';
import { childSeconds } from '../cpu.js';
import type { Case } from '../set.js';

/** What GenMC prints of one of its tests. */
export interface TheirRow {
  readonly id: string;
  /** Missing: it ended otherwise, or was stopped. */
  readonly executions?: number;
  readonly blocked?: number;
  /** CPU seconds, compilation included. */
  readonly cpu: number;
}

const MODELS: Readonly<Record<string, string>> = { rc11: '--rc11', sc: '--sc' };

/** Runs GenMC on a test of its set, as the set says, for at most this many seconds; undefined: not a test with a count. */
export function runGenmc(binary: string, { id, question, theirs }: Case, seconds: number): TheirRow | undefined {
  if (question.kind !== 'executions' || question.counts === undefined || theirs === undefined) return undefined;
  const { options, flags } = theirs;
  const args = [MODELS[question.model]!, '--disable-estimation', ...options, '--', ...flags, ...question.files];
  const before = childSeconds();
  const { stdout } = spawnSync(binary, args, { encoding: 'utf8', timeout: 1000 * seconds, maxBuffer: 1 << 26 });
  return { id, ...countsIn(stdout), cpu: childSeconds() - before };
}

/** Returns the numbers of executions that GenMC prints. It prints no line about blocked ones if there are none. */
export function countsIn(output: string): Pick<TheirRow, 'executions' | 'blocked'> {
  const executions = /complete executions explored: (\d+)/.exec(output)?.[1];
  if (executions === undefined || !output.includes('No errors were detected')) return {};
  const blocked = /blocked executions seen: (\d+)/.exec(output)?.[1] ?? 0;
  return { executions: Number(executions), blocked: Number(blocked) };
}
