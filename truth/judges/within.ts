import type { CheckOptions, ProgramCheck } from '@fencepost/check';
import { runningCheck } from '@fencepost/check';
import type { Program } from '@fencepost/core';
import { toTheEnd } from '@fencepost/explore';

/** Returns a clock of what is left of some seconds: of CPU time of this process, or of wall time. */
export function secondsLeft(seconds: number, cpu: boolean): () => number {
  const started = now(cpu);
  return () => seconds - (now(cpu) - started);
}

function now(cpu: boolean): number {
  if (!cpu) return performance.now() / 1000;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Checks the program until no time is left, whatever kind of time that is. */
export function checkWithin(program: Program, options: CheckOptions, left: () => number): ProgramCheck[] {
  const stop: Parameters<typeof runningCheck>[2] = { reason: undefined };
  return toTheEnd(runningCheck(program, options, stop).run(), () => {
    if (left() <= 0) stop.reason = 'time';
  });
}
