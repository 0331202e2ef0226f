import { modelsFor } from '@fencepost/core';
import type { ProgramFacts } from '../load/loaded-program.js';
import type { CheckRequest } from './check-request.js';

/**
 * How long the first of these programs may take, in seconds: its part of the time that is left, by the number of its models.
 * Without a limit of the run, a check may have one of its own, unless somebody has asked to go on.
 */
export function shareOf(
  programs: readonly Pick<ProgramFacts, 'program' | 'settings'>[],
  { search, limits }: CheckRequest,
  secondsLeft: number,
  goesOn: boolean,
): number {
  const own = goesOn ? undefined : programs[0]!.settings?.maxTime;
  if (limits.maxTime === undefined) return own ?? Infinity;
  const counts = programs.map(
    ({ program, settings }) => (search.models ?? settings?.models ?? modelsFor(program, search.method)).length,
  );
  const all = counts.reduce((sum, each) => sum + each, 0);
  return (Math.max(0, secondsLeft) * counts[0]!) / all;
}
