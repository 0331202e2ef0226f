import { Runs } from '@fencepost/cluster';
import { usageError } from '../../errors.js';
import { OK } from '../../exit-codes.js';
import type { Asked } from '../../options/command-line.js';
import type { Io } from '../terminal/io.js';
import { textLines } from './plain-io.js';
import { withDatabase } from './with-database.js';

// Commands without options.

export async function stopCommand(asked: Asked<unknown>, io: Io): Promise<number> {
  return about(asked, io, 'one', ([run]) => setStatus(run!, 'stopped', io));
}

export async function resumeCommand(asked: Asked<unknown>, io: Io): Promise<number> {
  return about(asked, io, 'one', ([run]) => setStatus(run!, 'running', io));
}

export async function historyCommand(asked: Asked<unknown>, io: Io): Promise<number> {
  return about(asked, io, 'none', () =>
    withDatabase(async (database) => {
      for (const { id, status, policy, created, source } of await new Runs(database).list()) {
        await io.out(
          textLines(`${id}  ${status.padEnd(10)}  ${policy.padEnd(5)}  ${created.toISOString()}  ${source}`),
        );
      }
    }),
  );
}

async function setStatus(name: string, status: 'running' | 'stopped', io: Io): Promise<void> {
  await withDatabase(async (database) => {
    const runs = new Runs(database);
    const { id } = await runs.find(name);
    await runs.setStatus(id, status);
    const now = await runs.find(id);
    await io.out(textLines(`${id} is ${now.status}`));
  });
}

async function about(
  { given: { positionals } }: Asked<unknown>,
  io: Io,
  count: 'none' | 'one',
  work: (runs: readonly string[]) => Promise<void>,
): Promise<number> {
  if (positionals.length !== (count === 'none' ? 0 : 1)) {
    throw usageError(count === 'none' ? 'this command takes no run' : 'name one run', 'try fencepost cluster --help');
  }
  await work(positionals);
  return OK;
}
