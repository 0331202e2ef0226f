import type { Program } from '@fencepost/core';
import { toTheEnd } from '@fencepost/explore';
import { clock } from '../clock.js';
import type { Dispatcher } from '../search/dispatcher.js';
import type { Stop } from '../search/searching.js';
import type { CheckOptions, RunningCheck, SavedCheck } from './check-program.js';
import { Check } from './check-program.js';
import { ScenarioCheck } from './check-scenarios.js';
import type { ProgramCheck } from './program-check.js';
import type { ScenarioHelpers } from './scenario-helpers.js';

/** Explores the program and returns the results for each model. */
export function checkProgram(program: Program, options: CheckOptions = {}): ProgramCheck[] {
  const { maxSeconds = Infinity, onProgress } = options;
  const stop: Stop = { reason: undefined };
  const started = clock();
  return toTheEnd(runningCheck(program, options, stop).run(), (progress) => {
    if (clock() - started >= 1000 * maxSeconds) stop.reason = 'time';
    onProgress?.(progress);
  });
}

/**
 * Returns the check of a program or, if it stands for many programs, of those. `dispatcher` distributes work to other
 * explorers, `helpers` check scenarios.
 */
export function runningCheck(
  program: Program,
  options: CheckOptions,
  stop: Stop,
  saved?: SavedCheck,
  dispatcher?: Dispatcher,
  helpers?: ScenarioHelpers,
): RunningCheck {
  const { scenarios } = program;
  if (scenarios !== undefined) return new ScenarioCheck(program, scenarios, options, stop, saved, helpers);
  return new Check(program, options, stop, saved, dispatcher);
}
