import type { Database } from './database.js';
import type { JobData, ProgramState, Run, RunStatus, TakenJob } from './protocol.js';
import { queueOf } from './runs.js';
import { QUEUE_SCHEMA, SCHEMA } from './schema.js';
import { settledOf } from './settled.js';

/** What an agent needs to know about the run and the other agents. */
export interface Pulse {
  readonly status: RunStatus;
  /** Those of the agent's jobs that it still holds. */
  readonly held: ReadonlySet<string>;
  /** Waiting jobs, counted only as far as the number matters. */
  readonly waiting: number;
  /** Of all live agents of the run. */
  readonly threads: number;
  readonly idle: number;
  readonly programs: readonly Pick<ProgramState, 'index' | 'version' | 'epoch'>[];
  readonly bounds: readonly Bound[];
}

/** The first known failure of a search: jobs after it need not be explored. */
export type Bound = Pick<JobData, 'program' | 'model' | 'epoch'> & { readonly path: string };

export interface AgentState {
  readonly id: string;
  readonly host: string;
  readonly build: string;
  readonly threads: number;
  readonly idle: number;
}

/** More waiting jobs than this make no difference to anybody. */
const MANY_PER_THREAD = 4;
/** An agent that has been silent for so long does not count. */
const ALIVE = "interval '10 seconds'";

/** Renews the leases of an agent's jobs and returns the state of the run: three statements, however many threads it has. */
export async function pulse(
  { boss, second: connection }: Database,
  { id: run }: Run,
  agent: AgentState,
  jobs: readonly TakenJob[],
): Promise<Pulse> {
  const queue = queueOf(run);
  const attempts = jobs.map(({ id, attempt }) => ({ id, retryCount: attempt }));
  const held = attempts.length === 0 ? [] : settledOf(await boss.touch(queue, attempts));
  await connection.rows(
    `insert into ${SCHEMA}.agent (id, host, build, threads, idle, run) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do update set idle = excluded.idle, run = excluded.run, seen = now()`,
    [agent.id, agent.host, agent.build, agent.threads, agent.idle, run],
  );
  const [row] = await connection.rows(
    `with alive as (
       select coalesce(sum(threads), 0)::int as threads, coalesce(sum(idle), 0)::int as idle
       from ${SCHEMA}.agent where run = $1 and seen > now() - ${ALIVE}
     )
     select (select status from ${SCHEMA}.run where id = $1), alive.threads, alive.idle,
       (select count(*)::int from (
         select 1 from ${QUEUE_SCHEMA}.job where name = $2 and state < 'active'
         limit (${MANY_PER_THREAD} * alive.threads + 1)
       ) few) as waiting,
       (select coalesce(json_agg(json_build_object('index', index, 'version', version, 'epoch', epoch)), '[]')
        from ${SCHEMA}.program where run = $1) as programs,
       (select coalesce(json_agg(json_build_object('program', program, 'model', model, 'epoch', epoch, 'path', bound)), '[]')
        from ${SCHEMA}.search where run = $1) as bounds
     from alive`,
    [run, queue],
  );
  return { ...(row as unknown as Omit<Pulse, 'held'>), held: new Set(held) };
}
