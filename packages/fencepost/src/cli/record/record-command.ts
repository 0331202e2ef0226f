import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '@fencepost/c/folders';
import { printable } from '@fencepost/core';
import type { Collected } from '@fencepost/recorder';
import { record } from '@fencepost/recorder';
import { counted } from '@fencepost/report';
import { builtFolder } from '../../workers/built.js';
import { usageError } from '../../errors.js';
import type { Asked } from '../../options/command-line.js';
import type { RecordOptions } from './options.js';
import type { Io } from '../terminal/io.js';

/** `fencepost record`. Prints its messages to standard error, so that the command's own output is unchanged. */
export async function recordCommand(asked: Asked<{ readonly record: RecordOptions }>, io: Io): Promise<number> {
  const { positionals, rest } = asked.given;
  if (positionals.length > 0 || rest.length === 0) {
    throw usageError('the command to record comes after --', 'as in fencepost record -- ./program');
  }
  const { output, scheduler, depth, limit, ring, seed = 1 } = asked.values.record;
  if (limit !== undefined && ring !== undefined) {
    throw usageError('--limit keeps the first operations, --ring the last ones', 'use one of them');
  }
  const preload = join(builtFolder, 'record-preload.cjs');
  const { code, recordings, hasCompiled, unhooked } = await record({
    ...{ command: rest, output, scheduler, depth, limit, ring, seed },
    ...{ cache: cacheFolder(), preload: existsSync(preload) ? preload : undefined },
    say: (text) => io.err(`fencepost: ${printable(text)}\n`),
  });
  for (const each of recordings) {
    io.err(`${lineFor(each)}\n`);
    for (const note of each.end.notes ?? []) io.err(`  note: ${printable(note)}\n`);
  }
  if (recordings.length === 0) io.err(`fencepost: ${withoutRecording(hasCompiled && code === 0)}\n`);
  for (const each of unhooked)
    io.err(`  note: uninstrumented synchronisation will not be recorded: ${printable(each)}\n`);
  return code;
}

function withoutRecording(isBuild: boolean): string {
  if (isBuild) return 'built for recording; run it with fencepost record -- PROGRAM';
  return 'nothing was recorded: no process built for recording started a thread\n  hint: build it first: fencepost record -- cc …, or fencepost record -- make in a clean folder; Node needs no build';
}

const ENDED_BY: Readonly<Record<string, string>> = { lost: 'being killed or replaced', limit: '--limit' };

function lineFor({ file, program, bytes, end: { reason, operations, threads } }: Collected): string {
  const ended = reason === 'exit' ? '' : `, ended by ${ENDED_BY[reason] ?? reason}`;
  // A recording in a pipe cannot be read again to count them.
  const count =
    operations === 0 && (reason === 'lost' || reason === 'limit')
      ? 'an unknown number of operations'
      : counted(operations, 'operation');
  const each = operations === 0 ? '' : `, ${(bytes / operations).toFixed(1)} bytes each`;
  return printable(`fencepost: ${file}: ${program}, ${count}, ${counted(threads, 'thread')}${each}${ended}`);
}
