import type { Program } from '@fencepost/core';
import type { SearchProgress } from '@fencepost/check';
import type { Report } from '@fencepost/report';
import { inMemory } from '../load/loaded-program.js';
import type { FencepostConfig } from '../options/groups.js';
import { CheckRun } from './check-run.js';
import { reportOf } from './report-of.js';
import { requestFor } from './check-request.js';
import { stopOn } from './stopping.js';

/** Options for checking a program. Defaults are those of the command; no configuration file is read. */
export interface CheckProgramOptions extends Omit<
  FencepostConfig,
  'files' | 'reports' | 'compiler' | 'include' | 'exclude'
> {
  /** Ends the search. Findings up to that time are reported, with `incomplete.stoppedBy` being `interrupt`. */
  readonly signal?: AbortSignal;
  /** Called regularly during the search. */
  readonly onProgress?: (progress: SearchProgress) => void;
}

/**
 * Checks a program made by `program()` or by a front end. It runs in the thread of the caller, because functions cannot
 * be sent to another thread: a program thread that computes forever cannot be ended, and `maxMemory` is ignored.
 */
export async function checkProgram(program: Program, options: CheckProgramOptions = {}): Promise<Report> {
  const { signal, onProgress = () => undefined, ...settings } = options;
  const request = requestFor(settings);
  signal?.throwIfAborted();
  const run = new CheckRun(request, stopOn(signal), { watch: onProgress }, true);
  return reportOf((await run.check(inMemory(program), request.limits.maxTime)).checks);
}
