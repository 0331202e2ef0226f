import type { First } from '@fencepost/check';
import { SeedTally } from '@fencepost/check';
import type { Row } from '../database/connection.js';
import type { Database } from '../database/database.js';
import type { Run, RunSearch } from './protocol.js';
import { SCHEMA } from '../database/schema.js';
import { unreadable } from './ledger.js';
import { partIn } from './result-rows.js';
import { isFirst, requireShape } from './shapes.js';

/** Reads the results of the tests of a run from the database. */
export async function testsOf(
  database: Database,
  run: Run,
  search: RunSearch,
): Promise<ReturnType<SeedTally['report']>> {
  try {
    return (await tallyOf(database, run, search)).report(search.seeds![0]);
  } catch (error) {
    throw unreadable(run, error);
  }
}

async function tallyOf({ connection }: Database, run: Run, { program, model }: RunSearch): Promise<SeedTally> {
  // With `least`, seeds after the least one that shows a failure do not count.
  const [row] =
    run.policy === 'least'
      ? await connection.rows(`select bound from ${SCHEMA}.search where run = $1 and program = $2 and model = $3`, [
          ...[run.id, program, model],
        ])
      : [];
  // Greater than every path.
  const about = [run.id, program, model, (row?.['bound'] as string | undefined) ?? '~'];
  const counts = await connection.rows(
    `select each.key, sum(each.value::float8)::float8 as count from ${SCHEMA}.result r, jsonb_each_text(r.tests) each
     where r.run = $1 and r.program = $2 and r.model = $3 and r.path <= $4 group by each.key`,
    about,
  );
  const found = await connection.rows(
    `select key, part from ${SCHEMA}.finding where run = $1 and program = $2 and model = $3 and path <= $4`,
    about,
  );
  const tally = new SeedTally();
  tally.merge({
    counts: Object.fromEntries(counts.map((each) => [each['key'] as string, each['count'] as number])),
    firsts: Object.fromEntries(found.map(firstIn)),
  });
  return tally;
}

function firstIn(row: Row): [string, First] {
  const [key, first] = partIn(row);
  return [key, requireShape(first, (value) => isFirst(key, value), 'the test results') as First];
}
