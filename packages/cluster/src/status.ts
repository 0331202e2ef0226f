import { seedsIn } from '@fencepost/check';
import type { Database } from './database.js';
import type { Run } from './protocol.js';
import { queueOf } from './runs.js';
import { QUEUE_SCHEMA, SCHEMA } from './schema.js';
import type { DeadJob, SearchStatus, Status } from './values.js';

const RATE_SECONDS = 10;

export async function statusOf({ connection }: Database, run: Run): Promise<Status> {
  const searches = await connection.rows(
    `select s.program, s.model, p.name, p.epoch, coalesce(sum(r.executions), 0)::float8 as executions,
       coalesce(sum(r.blocked), 0)::float8 as blocked, (1 + coalesce(sum(r.kids), 0) - count(r.job))::int as open,
       coalesce(sum((r.tests ->> 'seeds')::float8), 0) as tested,
       (select count(*)::int from ${SCHEMA}.finding f where f.run = $1 and f.program = s.program and f.model = s.model
          and f.epoch = p.epoch and f.kind = 'failure') as failures
     from jsonb_to_recordset($2::jsonb) as s (program int, model text)
     join ${SCHEMA}.program p on p.run = $1 and p.index = s.program
     left join ${SCHEMA}.result r on r.run = $1 and r.program = s.program and r.model = s.model and r.epoch = p.epoch
     group by s.program, s.model, p.name, p.epoch`,
    [run.id, JSON.stringify(run.searches)],
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
  const inOrder = run.searches.flatMap(({ program, model, seeds }) =>
    searches
      .filter((row) => row['program'] === program && row['model'] === model)
      .map(({ tested, ...row }) => {
        const status = row as unknown as SearchStatus;
        if (seeds !== undefined) return withSeeds(status, { tested: tested as number, of: seedsIn(seeds) });
        const open = left.find(
          (each) => each['program'] === program && each['model'] === model && each['epoch'] === row['epoch'],
        );
        return { ...status, left: open === undefined ? 0 : (open['left'] as number | null) };
      }),
  );
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
