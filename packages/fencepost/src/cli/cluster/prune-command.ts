import type { Run } from '@fencepost/cluster/values';
import { Runs, clusterError } from '@fencepost/cluster';
import { usageError } from '../../errors.js';
import { OK } from '../../exit-codes.js';
import type { Asked } from '../../options/command-line.js';
import type { PruneOptions } from './options.js';
import type { Io } from '../terminal/io.js';
import { textLines } from './plain-io.js';
import { withDatabase } from './with-database.js';

/** `fencepost cluster prune`. */
export async function pruneCommand(asked: Asked<{ readonly prune: PruneOptions }>, io: Io): Promise<number> {
  const { olderThan } = asked.values.prune;
  const names = asked.given.positionals;
  if ((olderThan === undefined) === (names.length === 0)) {
    throw usageError('name runs, or give their minimum age', 'such as: fencepost cluster prune --older-than 30d');
  }
  await withDatabase(async (database) => {
    const runs = new Runs(database);
    const chosen = olderThan === undefined ? await named(runs, names) : await runs.overFor(olderThan);
    for (const { id } of chosen) {
      await runs.remove(id);
      await io.out(textLines(`deleted ${id}`));
    }
    if (olderThan !== undefined) await runs.forgetAgents(olderThan);
  });
  return OK;
}

/** Finds all runs before any is removed. Throws if one is running. */
async function named(runs: Runs, names: readonly string[]): Promise<Run[]> {
  const found = [];
  for (const name of names) found.push(await runs.find(name));
  const running = found.find(({ status }) => status === 'running');
  if (running === undefined) return found;
  throw clusterError(`${running.id} is running`, `stop it first: fencepost cluster stop ${running.id}`);
}
