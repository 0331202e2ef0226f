import { seedsIn } from '@fencepost/check';
import type { Row } from './connection.js';
import type { Database } from './database.js';
import type { Run } from './protocol.js';
import { queueOf } from './runs.js';
import { QUEUE_SCHEMA, SCHEMA } from './schema.js';
import type { DeadJob, SearchStatus, Status } from './values.js';

const RATE_SECONDS = 10;

export async function statusOf({ connection }: Database, run: Run): Promise<Status> {
  const programs = await connection.rows(`select index, name, epoch from ${SCHEMA}.program where run = $1`, [run.id]);
  const sums = await connection.rows(
    `select program, model, epoch, sum(executions)::float8 as executions, sum(blocked)::float8 as blocked,
       (1 + sum(kids) - count(*))::int as open, coalesce(sum((tests ->> 'seeds')::float8), 0) as tested
     from ${SCHEMA}.result where run = $1 group by 1, 2, 3`,
    [run.id],
  );
  const failures = await connection.rows(
    `select program, model, epoch, count(*)::int as failures from ${SCHEMA}.finding where run = $1 and kind = 'failure' group by 1, 2, 3`,
    [run.id],
  );
  // Races are kept with the results, as text. A report tells them apart by their accesses.
  const races = await connection.rows(
    `select program, model, epoch, count(distinct found[1])::int as races
     from ${SCHEMA}.result, regexp_matches(races #>> '{}', '"accesses": ?"((?:[^"\\\\]|\\\\.)*)"', 'g') as found
     where run = $1 and races is not null group by 1, 2, 3`,
    [run.id],
  );
  const [jobs] = await connection.rows(
    `select count(*) filter (where state < 'active')::int as waiting, count(*) filter (where state = 'active')::int as active
     from ${QUEUE_SCHEMA}.job where name = $1`,
    [queueOf(run.id)],
  );
  const left = await connection.rows(
    `select (data ->> 'program')::int as program, data ->> 'model' as model, (data ->> 'epoch')::int as epoch,
       case when bool_and(data ? 'size') then sum((data ->> 'size')::float8) end as left
     from ${QUEUE_SCHEMA}.job where name = $1 and state < 'completed' group by 1, 2, 3`,
    [queueOf(run.id)],
  );
  const dead = await connection.rows(
    `select id, data, coalesce(output ->> 'message', output -> 'value' ->> 'message', 'its agent was lost') as reason
     from ${QUEUE_SCHEMA}.job where name = $1 and state = 'failed' order by id`,
    [queueOf(run.id)],
  );
  const [agents] = await connection.rows(
    `select count(*)::int as agents, coalesce(sum(threads), 0)::int as threads, coalesce(sum(idle), 0)::int as idle
     from ${SCHEMA}.agent where run = $1 and seen > now() - interval '10 seconds'`,
    [run.id],
  );
  const [rate] = await connection.rows(
    `select coalesce(sum(executions), 0)::float8 / ${RATE_SECONDS} as rate from ${SCHEMA}.result
     where run = $1 and at > now() - interval '${RATE_SECONDS} seconds'`,
    [run.id],
  );
  const named = new Map(programs.map((row) => [row['index'], row]));
  const [sumOf, failuresOf, racesOf, leftOf] = [sums, failures, races, left].map(byKey) as [Rows, Rows, Rows, Rows];
  const inOrder = run.searches.flatMap(({ program, model, seeds }) => {
    const about = named.get(program);
    if (about === undefined) return [];
    const { name, epoch } = about as unknown as { name: string; epoch: number };
    const key = keyOf({ program, model, epoch });
    const {
      executions = 0,
      blocked = 0,
      open = 1,
      tested = 0,
    } = (sumOf.get(key) ?? {}) as Readonly<Record<string, number>>;
    const count = (row: Row | undefined, column: string): number => Number(row?.[column] ?? 0);
    const found = count(failuresOf.get(key), 'failures') + count(racesOf.get(key), 'races');
    const status: SearchStatus = { program, model, name, epoch, executions, blocked, open, failures: found, left: 0 };
    if (seeds !== undefined) return withSeeds(status, { tested, of: seedsIn(seeds) });
    const waiting = leftOf.get(key);
    return { ...status, left: waiting === undefined ? 0 : (waiting['left'] as number | null) };
  });
  const executionsLeft = inOrder.every((each) => each.left !== null)
    ? inOrder.reduce((sum, each) => sum + each.left!, 0)
    : null;
  const perSecond = rate!['rate'] as number;
  return {
    searches: inOrder,
    jobs: {
      ...(jobs as unknown as { waiting: number; active: number }),
      dead: dead.map((row) => ({
        ...(row['data'] as Pick<DeadJob, 'program' | 'model' | 'path'>),
        id: row['id'] as string,
        reason: row['reason'] as string,
      })),
    },
    agents: agents as unknown as Status['agents'],
    rate: perSecond,
    secondsLeft: timeFor(executionsLeft, perSecond),
  };
}

/** Rows are about a search in one of its epochs. */
function keyOf({ program, model, epoch }: Row): string {
  return [program, model, epoch].join(' ');
}

type Rows = ReadonlyMap<string, Row>;

function byKey(rows: readonly Row[]): Rows {
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** What is left to test, if each seed takes as many executions as those so far. */
function withSeeds(search: SearchStatus, seeds: NonNullable<SearchStatus['seeds']>): SearchStatus {
  const { tested, of } = seeds;
  const perSeed = tested === 0 ? null : search.executions / tested;
  return { ...search, seeds, left: search.open === 0 ? 0 : perSeed && Math.round(perSeed * (of - tested)) };
}

function timeFor(executions: number | null, rate: number): number | null {
  if (executions === 0) return 0;
  return executions === null || rate === 0 ? null : executions / rate;
}
