import { Database } from '@fencepost/cluster';
import { usageError } from '../../errors.js';
import { OK } from '../../exit-codes.js';
import type { Asked } from '../../options/command-line.js';
import type { InitOptions } from './options.js';
import type { Io } from '../terminal/io.js';
import { withDatabase } from './with-database.js';

/** `fencepost cluster init`. */
export async function initCommand(asked: Asked<{ readonly init: InitOptions }>, io: Io): Promise<number> {
  if (asked.given.positionals.length > 0) throw usageError('this command takes no run', 'try fencepost cluster --help');
  await withDatabase(
    () => Promise.resolve(),
    (url) => Database.init(url, asked.values.init.roles),
  );
  await io.out('the database is ready\n');
  return OK;
}
