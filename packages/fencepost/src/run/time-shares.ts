import { modelsFor } from '@fencepost/core';
import type { ProgramFacts } from '../load/loaded-program.js';
import type { CheckRequest } from './check-request.js';

/**
 * Returns the time limit of the first of these programs, in seconds: its share of the remaining time, in proportion to
 * its number of models. If the run has no limit, the check's own limit applies, unless the run was resumed or
 * continued.
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
    ({ program, settings }) => modelsFor(program, search.method, search.models ?? settings?.models).length,
  );
  const all = counts.reduce((sum, each) => sum + each, 0);
  return (Math.max(0, secondsLeft) * counts[0]!) / all;
}
