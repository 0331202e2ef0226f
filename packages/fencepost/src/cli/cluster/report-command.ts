import { resolve } from 'node:path';
import type { Database, Run } from '@fencepost/cluster';
import { Ledger, Runs, clusterError, statusOf } from '@fencepost/cluster';
import { isSite, printable } from '@fencepost/core';
import { counted } from '@fencepost/report';
import { decodeBundle } from '../../cluster/bundle.js';
import { Unpacked } from '../../cluster/unpacked.js';
import { enterEnvironment, runsInNode } from '../../cluster/surroundings.js';
import { usageError } from '../../errors.js';
import { INCONCLUSIVE } from '../../exit-codes.js';
import { Checkpoint } from '../../run/checkpoint.js';
import type { PlainError } from '../../workers/plain-error.js';
import { errorFrom } from '../../workers/plain-error.js';
import type { Limits } from '../../options/limits.js';
import type { OutputOptions } from '../../options/output.js';
import { defaultsOf } from '@fencepost/options';
import { RUN } from '../../options/run.js';
import { CheckSession } from '../check/check-session.js';
import { checkWritable } from '../check/report-files.js';
import type { Asked } from '../../options/command-line.js';
import type { Io } from '../terminal/io.js';
import { plainIo } from './plain-io.js';
import { textOf } from './status-command.js';
import { isTestRun, reportTests } from './test-report.js';
import { withDatabase } from './with-database.js';

/** Options for printing a report. */
export interface Shown {
  readonly limits: Limits;
  readonly output: OutputOptions;
}

/** `fencepost cluster report`. */
export async function reportCommand(asked: Asked<Shown>, io: Io): Promise<number> {
  const [name, ...more] = asked.given.positionals;
  if (name === undefined || more.length > 0) throw usageError('name one run', 'fencepost cluster history lists them');
  const shown = asked.values;
  checkWritable(shown.output.reports);
  return withDatabase(async (database) => {
    const run = await new Runs(database).find(name);
    return report(database, run, shown, io);
  });
}

/**
 * Prints the report as `check` would print it, or the status of a run that is not over. `isOwn`: this command has
 * submitted the run.
 */
export async function report(
  database: Database,
  run: Run,
  { limits, output }: Shown,
  io: Io,
  isOwn = false,
): Promise<number> {
  if (run.status === 'error') throw errorOf(run);
  if (run.status !== 'done') {
    const form = output.format === 'json' ? 'json' : 'text';
    await plainIo(io).out(textOf(form, run, await statusOf(database, run)));
    return INCONCLUSIVE;
  }
  const bundle = decodeBundle(await new Runs(database).bundle(run));
  const { sources, request } = bundle;
  if (isTestRun(run)) return reportTests(database, run, bundle, output, io);
  const programs = [];
  for (const [index, { source, digest }] of bundle.programs.entries()) {
    const saved = await new Ledger(database, run).savedCheck(index);
    programs.push({ source, program: '', digest, checks: [], saved });
  }
  if (run.refused > 0) io.err(`fencepost: ${counted(run.refused, 'result')} refused, from another build or runtime\n`);
  if (runsInNode(sources)) {
    if (!isOwn) io.err('fencepost: explaining the findings runs the submitted JavaScript on this machine\n');
    enterEnvironment(bundle.environment);
  }
  const reports = output.reports.map((each) => ({ ...each, file: resolve(each.file) }));
  const unpacked = await Unpacked.enter(bundle);
  try {
    const { prebuilt } = unpacked;
    // Sources may have changed since the run was submitted.
    const whole = {
      ...request,
      limits: { ...request.limits, jobs: limits.jobs },
      output: { ...output, reports, repair: 'never' as const, costs: undefined },
      run: { ...defaultsOf(RUN), files: sources },
    };
    const session = { ...whole, load: { ...request.load, prebuilt } };
    return await new CheckSession(session, io, new Checkpoint('check', whole, io.err), unpacked.textOf).run(programs);
  } finally {
    await unpacked.leave();
  }
}

/**
 * Returns the error of a run. An agent wrote it, so it may contain anything; it is reduced to one line because it is
 * printed among our own output.
 */
function errorOf({ id, error }: Run): Error {
  if (error === null)
    return clusterError(`run ${id} ended with an error`, 'only the user who submitted it can read the error');
  const { code, message, site, hint } = error as Partial<Readonly<Record<keyof PlainError, unknown>>>;
  if (typeof code !== 'string' || !/^[A-Z][A-Z_]{0,50}$/.test(code) || typeof message !== 'string') {
    return clusterError(
      `run ${id} ended with an error that cannot be decoded`,
      'submit it again, and use agents that you trust',
    );
  }
  return errorFrom({
    ...{ code: code as PlainError['code'], message: printable(message), stack: undefined, compilerOutput: undefined },
    site: isSite(site) ? { ...site, file: printable(site.file) } : undefined,
    hint: typeof hint === 'string' ? printable(hint) : undefined,
  });
}
