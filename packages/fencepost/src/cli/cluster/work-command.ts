import { Agent, Database } from '@fencepost/cluster';
import { buildIdentity } from '../../cluster/build-identity.js';
import { crewFor } from '../../cluster/crew.js';
import { runtimeIdentity } from '../../cluster/surroundings.js';
import { usageError } from '../../errors.js';
import { INCONCLUSIVE, OK } from '../../exit-codes.js';
import type { Asked } from '../../options/command-line.js';
import type { WorkOptions } from './options.js';
import type { Io } from '../terminal/io.js';
import { textLines } from './plain-io.js';
import { withDatabase } from './with-database.js';

/** `fencepost cluster work`. */
export async function workCommand(asked: Asked<{ readonly work: WorkOptions }>, io: Io): Promise<number> {
  const { given } = asked;
  const { jobs, untilIdle } = asked.values.work;
  if (given.positionals.length > 0) throw usageError('agents choose their runs', 'omit the name');
  const ended = await withDatabase(
    (database) => {
      const agent = new Agent(database, {
        ...{ build: buildIdentity(), runtime: runtimeIdentity(), threads: jobs, untilIdle },
        ...{ open: crewFor, tell: (text) => io.err(textLines(`fencepost: ${text}`)) },
      });
      const ignoreInterrupts = io.onInterrupt?.(() => agent.end());
      return agent.work().finally(() => ignoreInterrupts?.());
    },
    // An agent waits for a database that it cannot reach, also at its start.
    (url) => Database.later(url),
  );
  return ended === 'unfit' ? INCONCLUSIVE : OK;
}
