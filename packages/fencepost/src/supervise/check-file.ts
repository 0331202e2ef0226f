import type { CheckReport, Report } from '@fencepost/report';
import type { FencepostConfig } from '../options/groups.js';
import type { CheckProgramOptions } from '../run/check-program.js';
import { reportOf } from '../run/report-of.js';
import { requestFor } from '../run/check-request.js';
import { shareOf } from '../run/time-shares.js';
import { Interrupted } from './ending.js';
import { Supervisor } from './supervisor.js';

/** Options for checking the programs of a file. */
export interface CheckFileOptions
  extends
    CheckProgramOptions,
    Pick<FencepostConfig, 'compiler' | 'compileCommands' | 'testCases' | 'include' | 'exclude'> {}

/**
 * Checks the programs of a file, as `fencepost check` does: a program in C, C++, Rust or LLVM IR, a test file with checks, a
 * module that exports programs, or a litmus test. A mistake in the file or in the options is a `FencepostError`. The
 * checked code runs in a separate thread, unless it needs a front end or model that the caller has registered.
 */
export async function checkFile(file: string, options: CheckFileOptions = {}): Promise<Report> {
  const { signal, onProgress = () => undefined, ...settings } = options;
  const request = requestFor(settings);
  signal?.throwIfAborted();
  const deadline = performance.now() + 1000 * (request.limits.maxTime ?? Infinity);
  const supervisor = new Supervisor({ request, deadline, tests: true, onProgress });
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
