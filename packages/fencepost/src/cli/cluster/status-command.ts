import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@fencepost/cluster';
import { Runs, statusOf } from '@fencepost/cluster';
import type { Run, Status } from '@fencepost/cluster/values';
import { printableJson } from '@fencepost/core';
import { usageError } from '../../errors.js';
import { INCONCLUSIVE, OK } from '../../exit-codes.js';
import { checkWritable, writeReports } from '../check/report-files.js';
import type { Asked } from '../../options/command-line.js';
import type { StatusOptions } from './options.js';
import type { Io } from '../terminal/io.js';
import { textLines } from './plain-io.js';
import { statusLines } from './status-lines.js';
import { statusPage } from './status-page.js';
import { withDatabase } from './with-database.js';

const WATCH_SECONDS = 2;

/** `fencepost cluster status`. */
export async function statusCommand(asked: Asked<{ readonly status: StatusOptions }>, io: Io): Promise<number> {
  const { status: values } = asked.values;
  const [name, ...more] = asked.given.positionals;
  if (name === undefined || more.length > 0) throw usageError('name one run', 'fencepost cluster history lists them');
  const other = values.reports.find(({ format }) => format !== 'html');
  if (other !== undefined)
    throw usageError(`the status cannot be written as ${other.format}`, 'use --report html=FILE');
  checkWritable(values.reports);
  return withDatabase((database) => show(database, name, values, io));
}

async function show(database: Database, name: string, values: StatusOptions, io: Io): Promise<number> {
  const interrupted = new AbortController();
  const ignoreInterrupts = io.onInterrupt?.(() => interrupted.abort());
  try {
    // Keeps watching the same run even if 'last' would now name a newer one.
    for (let { id } = await new Runs(database).find(name); ;) {
      const run = await new Runs(database).find(id);
      id = run.id;
      const goesOn = values.watch && run.status === 'running';
      const status = await statusOf(database, run);
      const page = (): string => statusPage(run, status, new Date(), goesOn ? WATCH_SECONDS : undefined);
      const text = values.format === 'html' ? page() : textOf(values.format, run, status);
      if (values.watch && io.outIsTerminal) await io.clear?.();
      await io.out(text);
      if (!(await writeReports(values.reports, page, io))) return INCONCLUSIVE;
      if (!goesOn) return OK;
      await sleep(1000 * WATCH_SECONDS, undefined, interrupted).catch(() => undefined);
      if (interrupted.signal.aborted) return OK;
    }
  } finally {
    ignoreInterrupts?.();
  }
}

/** Returns the status as text for people or as JSON for programs. */
export function textOf(format: 'text' | 'json', run: Run, status: Status): string {
  if (format === 'text') return textLines(...statusLines(run, status));
  const { id, status: state, policy, build, runtime, refused, source, created, finished } = run;
  const about = { id, status: state, policy, build, runtime, refused, source, created, finished };
  return `${printableJson({ ...about, ...status })}\n`;
}
