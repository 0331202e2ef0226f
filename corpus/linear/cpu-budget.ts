import type { ProgramCheck, Stop } from '@fencepost/check';
import { runningCheck } from '@fencepost/check';
import type { ModelName, Program } from '@fencepost/core';

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/**
 * Checks a program under a model until this process has used this many seconds of CPU time, so that other load does not
 * matter.
 */
export function checkFor(
  seconds: number,
  program: Program,
  model: ModelName,
): { check: ProgramCheck; seconds: number } {
  const start = cpuSeconds();
  const stop: Stop = { reason: undefined };
  const searching = runningCheck(program, { models: [model] }, stop).run();
  for (;;) {
    const step = searching.next();
    if (step.done === true) return { check: step.value[0]!, seconds: cpuSeconds() - start };
    if (cpuSeconds() - start >= seconds) stop.reason = 'time';
  }
}
