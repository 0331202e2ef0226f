import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { showProgress, wholeNumber } from '@fencepost/testing/commands';
import { Pool } from '@fencepost/workers';
import type { BatchResult, BatchTask, Difference } from './campaign.js';
import { campaign } from './campaign.js';
import { FRONT_ENDS } from './front-ends.js';

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
  const programs = wholeNumber('programs', values.programs, 1000);
  const seed = wholeNumber('seed', values.seed, 1);
  const jobs = wholeNumber('jobs', values.jobs, availableParallelism());
  const began = performance.now();

  const seconds = (): string => `${((performance.now() - began) / 1000).toFixed(0)} s`;

  const show = ({ seed, program, examination }: Difference): void => {
    showProgress('');
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
      onProgress: (so) => showProgress(`${so.toString()}, ${seconds()}`),
    },
    pool,
  );
  pool.close();
  showProgress('');
  console.log(`seed ${seed}: ${tally.toString()}, ${seconds()}`);
  process.exitCode = tally.get('different') === 0 ? 0 : 1;
}
