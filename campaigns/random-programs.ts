import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Pool } from '@fencepost/workers';
import type { BatchResult, BatchTask, Difference } from './campaign.js';
import { campaign } from './campaign.js';
import { FRONT_ENDS } from './front-ends.js';

function number(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  console.error(`--${name} takes a whole number, not ${text}`);
  process.exit(2);
}

/** Rewrites one line of the terminal, if standard error is one. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

/**
 * Compares Fencepost's results for random programs with those of an independent machine:
 * [--programs N] [--seed N] [--jobs N] [--keep]. Program number n has the seed N + n, so its seed alone reproduces a
 * difference: --seed S --programs 1. With --keep, programs are not shrunk.
 */
export async function randomPrograms(name: string): Promise<void> {
  const { values } = parseArgs({
    options: {
      programs: { type: 'string' },
      seed: { type: 'string' },
      jobs: { type: 'string' },
      keep: { type: 'boolean' },
    },
  });
  const frontEnd = FRONT_ENDS.get(name)!;
  const programs = number('programs', values.programs, 1000);
  const seed = number('seed', values.seed, 1);
  const jobs = number('jobs', values.jobs, availableParallelism());
  const began = performance.now();

  const seconds = (): string => `${((performance.now() - began) / 1000).toFixed(0)} s`;

  const show = ({ seed, program, examination }: Difference): void => {
    progress('');
    console.log(`seed ${seed}\n${frontEnd.text(program)}`);
    for (const { model, machine, said, differences } of examination.models) {
      const { failures, deadlock, livelock, outcomes } = machine;
      const found = [...failures, ...(deadlock ? ['deadlock'] : []), ...(livelock ? ['livelock'] : []), ...outcomes];
      const told = [said.verdict, ...said.failures, `${said.executions} executions:`, ...said.outcomes];
      console.log(`${model}\n  machine: ${found.join(' ')}\n  Fencepost: ${told.join(' ')}`);
      for (const each of differences) console.log(`  ${each}`);
    }
    console.log([...examination.differences, ''].join('\n'));
  };

  const pool = new Pool<BatchTask, BatchResult>({ file: new URL('./worker.js', import.meta.url) }, jobs, {
    argv: [frontEnd.name],
  });
  const tally = await campaign(
    frontEnd,
    {
      ...{ programs, seed, shrink: values.keep !== true, onDifference: show },
      onProgress: (so) => progress(`${so.toString()}, ${seconds()}`),
    },
    pool,
  );
  pool.close();
  progress('');
  console.log(`seed ${seed}: ${tally.toString()}, ${seconds()}`);
  process.exitCode = tally.get('different') === 0 ? 0 : 1;
}
