import type { Program } from '@fencepost/core';
import type { SearchProgress } from '@fencepost/check';
import type { CheckReport, Report } from '@fencepost/report';
import { inMemory } from '../load/loaded-program.js';
import { Interrupted } from '../supervise/ending.js';
import { Supervisor } from '../supervise/supervisor.js';
import type { FencepostConfig } from '../options/config.js';
import { CheckRun } from './check-run.js';
import { requestFor } from './requests.js';
import { stopOn } from './stopping.js';
import { shareOf } from './time-shares.js';
import { version } from './version.js';

/** How a program is checked. What is left out is as the command has it; no configuration file is read. */
export interface CheckProgramOptions extends Omit<FencepostConfig, 'files' | 'reports' | 'compiler' | 'include'> {
  /** Ends the search. What was found by then is reported, with `incomplete.stoppedBy` being `interrupt`. */
  readonly signal?: AbortSignal;
  /** Called now and then during the search. */
  readonly onProgress?: (progress: SearchProgress) => void;
}

/** How the programs of a file are checked. */
export interface CheckFileOptions extends CheckProgramOptions, Pick<FencepostConfig, 'compiler' | 'include'> {}

/**
 * Checks the programs of a file, as `fencepost check` does: a program in C, C++ or LLVM IR, a test file with checks, a module
 * that exports programs, a litmus test. A mistake in the file or in the options is a `FencepostError`. The code that is checked
 * runs in a thread of its own, unless the file needs a front end or the check a model that the caller has registered.
 */
export async function checkFile(file: string, options: CheckFileOptions = {}): Promise<Report> {
  const { signal, onProgress = () => undefined, ...settings } = options;
  const request = requestFor(settings);
  signal?.throwIfAborted();
  const deadline = performance.now() + 1000 * (request.maxTime ?? Infinity);
  const supervisor = new Supervisor({ request, options: request, deadline, tests: true, onProgress });
  const interrupt = (): void => supervisor.interrupt();
  signal?.addEventListener('abort', interrupt, { once: true });
  try {
    const programs = await supervisor.load(file);
    const checks: CheckReport[] = [];
    for (const [i, facts] of programs.entries()) {
      const seconds = shareOf(programs.slice(i), request, (deadline - performance.now()) / 1000, false);
      checks.push(...(await supervisor.check(facts, seconds)).checks);
    }
    return reportOf(checks);
  } catch (error) {
    if (error instanceof Interrupted) signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', interrupt);
    supervisor.close();
  }
}

/**
 * Checks a program that `program()` made, or that a front end did. It runs in the thread of the caller, as functions cannot be
 * sent to another: nothing ends a thread of it that computes without end, and `maxMemory` is not looked at.
 */
export async function checkProgram(program: Program, options: CheckProgramOptions = {}): Promise<Report> {
  const { signal, onProgress = () => undefined, ...settings } = options;
  const request = requestFor(settings);
  signal?.throwIfAborted();
  const run = new CheckRun(request, stopOn(signal), onProgress, true);
  return reportOf((await run.check(inMemory(program), request.maxTime)).checks);
}

function reportOf(checks: readonly CheckReport[]): Report {
  return { version: 1, tool: `fencepost ${version()}`, checks };
}
