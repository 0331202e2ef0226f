import { setTimeout as sleep } from 'node:timers/promises';
import type { Stop } from '@fencepost/check';
import type { Database, Run, Submission } from '@fencepost/cluster';
import { Runs } from '@fencepost/cluster';
import { printableLines } from '@fencepost/core';
import { OK } from '../../exit-codes.js';
import type { Io } from '../terminal/io.js';
import { textLines } from './plain-io.js';
import type { Shown } from './report-command.js';
import { report } from './report-command.js';
import { withDatabase } from './with-database.js';

const POLL_MILLISECONDS = 500;

/** Submits a run and prints its id. If `shown` is given, waits for the report and prints that instead. */
export async function submitted(
  { warnings, ...submission }: Submission & { readonly warnings: string },
  shown: Shown | undefined,
  io: Io,
): Promise<number> {
  if (warnings !== '') io.err(printableLines(warnings));
  return withDatabase(async (database) => {
    const id = await new Runs(database).submit(submission);
    if (shown === undefined) {
      await io.out(textLines(id));
      return OK;
    }
    io.err(textLines(`fencepost: run ${id}`));
    return report(database, await settled(database, id, io), shown, io, true);
  });
}

/** Returns the run when it has ended or the user interrupts waiting. */
async function settled(database: Database, id: string, io: Io): Promise<Run> {
  const stop: Stop = { reason: undefined };
  const ignoreInterrupts = io.onInterrupt?.(() => (stop.reason = 'interrupt'));
  try {
    for (;;) {
      const run = await new Runs(database).find(id);
      if (run.status !== 'running' || stop.reason !== undefined) return run;
      await sleep(POLL_MILLISECONDS);
    }
  } finally {
    ignoreInterrupts?.();
  }
}
