import { Database } from '@fencepost/cluster';
import { usageError } from '../../errors.js';
import { OK } from '../../exit-codes.js';
import { requested } from '../../options/resolve.js';
import { clusterInitHelp } from '../terminal/help.js';
import type { Io } from '../terminal/io.js';
import { withDatabase } from './with-database.js';

/** `fencepost cluster init`. */
export async function initCommand(args: readonly string[], io: Io): Promise<number> {
  const asked = await requested('cluster init', args);
  if (asked.help) {
    await io.out(clusterInitHelp());
    return OK;
  }
  if (asked.given.positionals.length > 0) throw usageError('this command takes no run', 'try fencepost cluster --help');
  await withDatabase(
    () => Promise.resolve(),
    (url) => Database.init(url, asked.values.roles),
  );
  await io.out('the database is ready\n');
  return OK;
}
