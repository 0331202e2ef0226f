import type { Program } from '@fencepost/core';
import type { SearchProgress } from '@fencepost/check';
import type { Report } from '@fencepost/report';
import { inMemory } from '../load/loaded-program.js';
import type { FencepostConfig } from '../options/groups.js';
import { CheckRun } from './check-run.js';
import { reportOf } from './report-of.js';
import { requestFor } from './check-request.js';
import { stopOn } from './stopping.js';

/** How a program is checked. What is left out is as the command has it; no configuration file is read. */
export interface CheckProgramOptions extends Omit<
  FencepostConfig,
  'files' | 'reports' | 'compiler' | 'include' | 'exclude'
> {
  /** Ends the search. What was found by then is reported, with `incomplete.stoppedBy` being `interrupt`. */
  readonly signal?: AbortSignal;
  /** Called now and then during the search. */
  readonly onProgress?: (progress: SearchProgress) => void;
}

/**
 * Checks a program that `program()` made, or that a front end did. It runs in the thread of the caller, as functions cannot be
 * sent to another: nothing ends a thread of it that computes without end, and `maxMemory` is not looked at.
 */
export async function checkProgram(program: Program, options: CheckProgramOptions = {}): Promise<Report> {
  const { signal, onProgress = () => undefined, ...settings } = options;
  const request = requestFor(settings);
  signal?.throwIfAborted();
  const run = new CheckRun(request, stopOn(signal), { watch: onProgress }, true);
  return reportOf((await run.check(inMemory(program), request.limits.maxTime)).checks);
}
