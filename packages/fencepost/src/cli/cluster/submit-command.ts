import type { Stop } from '@fencepost/check';
import type { Database, Run } from '@fencepost/cluster';
import { Runs } from '@fencepost/cluster';
import { printableLines } from '@fencepost/core';
import { submissionOf } from '../../cluster/submission.js';
import { usageError } from '../../errors.js';
import { OK } from '../../exit-codes.js';
import { requested } from '../../options/resolve.js';
import { requestOf } from '../check/check-request.js';
import { checkWritable } from '../check/report-files.js';
import { clusterSubmitHelp } from '../terminal/help.js';
import type { Io } from '../terminal/io.js';
import { report } from './report-command.js';
import { withDatabase } from './with-database.js';

const POLL_MILLISECONDS = 500;

/** `fencepost cluster submit`. */
export async function submitCommand(args: readonly string[], io: Io): Promise<number> {
  const asked = await requested('cluster submit', args);
  if (asked.help) {
    await io.out(clusterSubmitHelp());
    return OK;
  }
  const { values } = asked;
  const { files = [] } = values;
  if (files.length === 0) throw usageError('no file given', 'try fencepost cluster submit --help');
  const request = requestOf(values);
  if (request.method !== 'graph') throw usageError('a cluster explores with --method graph only', 'leave it out');
  checkWritable(request.reports);
  const { warnings, ...submission } = await submissionOf(files, request);
  if (warnings !== '') io.err(printableLines(warnings));
  return withDatabase(async (database) => {
    const id = await new Runs(database).submit(submission);
    if (!values.wait) {
      await io.out(`${id}\n`);
      return OK;
    }
    io.err(`fencepost: run ${id}\n`);
    return report(database, await settled(database, id, io), { ...request, files }, io);
  });
}

/** The run, once it has ended or waiting was interrupted. */
async function settled(database: Database, id: string, io: Io): Promise<Run> {
  const stop: Stop = { reason: undefined };
  const ignoreInterrupts = io.onInterrupt?.(() => (stop.reason = 'interrupt'));
  try {
    for (;;) {
      const run = await new Runs(database).find(id);
      if (run.status !== 'running' || stop.reason !== undefined) return run;
      await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
    }
  } finally {
    ignoreInterrupts?.();
  }
}
