import type { Program } from '@fencepost/core';
import type { SearchProgress, Stop } from '@fencepost/check';
import type { CheckReport, Report } from '@fencepost/report';
import type { LoadedProgram } from '../load/loaded-program.js';
import { inMemory } from '../load/loaded-program.js';
import { loadPrograms } from '../load/programs.js';
import type { FencepostConfig } from '../options/config.js';
import type { CheckRequest } from './check-request.js';
import { CheckRun } from './check-run.js';
import { requestFor } from './requests.js';
import { stopOn } from './stopping.js';
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
 * that exports programs, a litmus test. A mistake in the file or in the options is a `FencepostError`.
 */
export async function checkFile(file: string, options: CheckFileOptions = {}): Promise<Report> {
  const { signal, onProgress, ...settings } = options;
  const request = requestFor(settings);
  signal?.throwIfAborted();
  return checkLoaded(await loadPrograms(file, request), request, signal, onProgress);
}

/** Checks a program that `program()` made, or that a front end did. */
export async function checkProgram(program: Program, options: CheckProgramOptions = {}): Promise<Report> {
  const { signal, onProgress, ...settings } = options;
  const request = requestFor(settings);
  signal?.throwIfAborted();
  return checkLoaded([inMemory(program)], request, signal, onProgress);
}

async function checkLoaded(
  programs: readonly LoadedProgram[],
  request: CheckRequest,
  signal: AbortSignal | undefined,
  onProgress: (progress: SearchProgress) => void = () => undefined,
): Promise<Report> {
  const stop: Stop = stopOn(signal);
  const run = new CheckRun(request, stop, onProgress, true);
  const checks: CheckReport[] = [];
  for (const loaded of programs) checks.push(...(await run.check(loaded)));
  return { version: 1, tool: `fencepost ${version()}`, checks };
}
