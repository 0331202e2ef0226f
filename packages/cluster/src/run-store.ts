import { randomUUID } from 'node:crypto';
import type { Knowledge, FrontierResult } from '@fencepost/check';
import type { Frontier } from '@fencepost/explore';
import type { Asked, Row } from './connection.js';
import type { Database } from './database.js';
import { encodeFrontier } from './frontiers.js';
import type { JobData, ProgramState, Run, RunStatus, TakenJob } from './protocol.js';
import { NOTHING_LEARNED, pathsOfChildren } from './protocol.js';
import { Runs, queueOf } from './runs.js';
import { QUEUE_SCHEMA, SCHEMA } from './schema.js';

/** `lost`: it is somebody else's by now, or done. `outdated`: somebody has learned something meanwhile: it is to be done again. */
export type Committed = 'committed' | 'lost' | 'outdated';

/** What came of a job. */
export interface Done {
  readonly result: FrontierResult;
  /** What is left, as it is to be given to others; in depth-first order. */
  readonly children: readonly Frontier[];
  /** Of the knowledge with which it was explored. */
  readonly version: number;
  readonly milliseconds: number;
}

/** What an agent has to know of the others, and of the run. */
export interface Pulse {
  readonly status: RunStatus;
  /** Of the jobs it said it had, those that it still has. */
  readonly held: ReadonlySet<string>;
  /** Jobs that wait; not counted further than this is of interest. */
  readonly waiting: number;
  /** Of all agents of the run that are alive. */
  readonly threads: number;
  readonly idle: number;
  readonly programs: readonly Pick<ProgramState, 'index' | 'version' | 'epoch'>[];
  readonly bounds: readonly Bound[];
}

/** A search that has failed: how far is it still of interest? */
export type Bound = Pick<JobData, 'program' | 'model' | 'epoch'> & { readonly path: string };

export interface AgentState {
  readonly id: string;
  readonly host: string;
  readonly build: string;
  readonly threads: number;
  readonly idle: number;
}

/** Nobody needs to know how many more jobs wait. */
const MANY_PER_THREAD = 4;
/** An agent that has said nothing for so long does not count. */
const ALIVE = "interval '10 seconds'";

/** The jobs of a run and what came of them, for one agent. */
export class RunStore {
  private readonly database: Database;
  private readonly run: Run;
  private readonly queue: string;
  private readonly agent: string;

  constructor(database: Database, run: Run, agent: string) {
    this.database = database;
    this.run = run;
    this.queue = queueOf(run.id);
    this.agent = agent;
  }

  async take(most: number): Promise<TakenJob[]> {
    const { boss, connection } = this.database;
    const jobs = await boss.fetch<JobData>(this.queue, { batchSize: most, db: connection });
    if (jobs.length === 0) return [];
    const rows = await connection.rows(`select job, bytes from ${SCHEMA}.frontier where job = any($1)`, [
      jobs.map(({ id }) => id),
    ]);
    const bytes = new Map(rows.map((row) => [row['job'] as string, row['bytes'] as Buffer | null]));
    // Without a row, the run is being forgotten.
    return jobs.flatMap(({ id, retryCount: attempt, data }) =>
      bytes.has(id) ? [{ id, attempt, ...data, bytes: bytes.get(id)! }] : [],
    );
  }

  async program(index: number): Promise<ProgramState> {
    const [row] = await this.database.connection.rows(
      `select knowledge, version, epoch from ${SCHEMA}.program where run = $1 and index = $2`,
      [this.run.id, index],
    );
    const { version, epoch, knowledge } = row as Row & Pick<ProgramState, 'version' | 'epoch'>;
    return { index, version, epoch, knowledge: (knowledge as Knowledge | null) ?? NOTHING_LEARNED };
  }

  /** What was explored, what is left and that the job is done: all at once, or nothing of it. */
  async commit(job: TakenJob, done: Done): Promise<Committed> {
    const { result } = done;
    return this.settle(job, async (asked) => {
      if (result.learned !== null && !(await this.learn(asked, job, done.version, result.learned, false))) return false;
      const failed = result.failed && this.run.policy !== 'all';
      const children = failed ? [] : done.children;
      const seq = await this.addResult(asked, job, done, children.length);
      await this.addFindings(asked, job, seq, result);
      await this.addChildren(asked, job, children);
      if (failed) await this.endSearch(asked, job, result.rest);
      // With `least` it may turn out not to count, and then to be unexplored.
      else if (this.run.policy !== 'least') await this.forget(asked, job);
      return true;
    });
  }

  /** It is not to be explored, as something before it has failed. */
  async drop(job: TakenJob): Promise<Committed> {
    return this.settle(job, async (asked) => {
      await asked.executeSql(
        `insert into ${SCHEMA}.result (job, run, program, model, epoch, path, attempt, agent, is_dropped)
         values ($1, $2, $3, $4, $5, $6, $7, $8, true)`,
        [job.id, this.run.id, job.program, job.model, job.epoch, job.path, job.attempt, this.agent],
      );
      return true;
    });
  }

  /** It belongs to a search that has begun again since. */
  async forgetStale(job: TakenJob): Promise<Committed> {
    return this.settle(job, async (asked) => {
      await this.forget(asked, job);
      return true;
    });
  }

  /** All searches of its program begin again, with what is known now. */
  async beginAgain(job: TakenJob, version: number, knowledge: Knowledge): Promise<Committed> {
    return this.settle(job, async (asked) => {
      if (!(await this.learn(asked, job, version, knowledge, true))) return false;
      const searches = this.run.searches.filter(({ program }) => program === job.program);
      await new Runs(this.database).addRoots(asked, this.run.id, searches, job.epoch + 1);
      await this.forget(asked, job);
      return true;
    });
  }

  /** It could not be explored; after some more attempts, nobody tries again. */
  async fail(job: TakenJob, message: string): Promise<void> {
    await this.database.boss.fail(this.queue, { id: job.id, retryCount: job.attempt }, { message });
  }

  /** Says that this agent is alive, with its jobs, and hears how things are. */
  async pulse(agent: AgentState, jobs: readonly TakenJob[]): Promise<Pulse> {
    const { boss, second: connection } = this.database;
    const { id: run } = this.run;
    const attempts = jobs.map(({ id, attempt }) => ({ id, retryCount: attempt }));
    const held = attempts.length === 0 ? [] : settledOf(await boss.touch(this.queue, attempts));
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
      [run, this.queue],
    );
    return { ...(row as unknown as Omit<Pulse, 'held'>), held: new Set(held) };
  }

  /** Has somebody look for jobs whose agents are gone, if nobody has done so lately. */
  async supervise(): Promise<void> {
    await this.database.boss.supervise(this.queue);
  }

  /** Is there nothing left to do? Then the run is over, or cannot go on. */
  async settleRun(): Promise<RunStatus> {
    const [row] = await this.database.connection.rows(`select ${SCHEMA}.settle_run($1) as status`, [this.run.id]);
    return (row?.['status'] as RunStatus | null) ?? 'stopped';
  }

  /** In one transaction, and only if the job is still this agent's: (job, attempt) is the fence. */
  private async settle(job: TakenJob, work: (asked: Asked) => Promise<boolean>): Promise<Committed> {
    let outcome: Committed = 'lost';
    const committing = this.database.connection.transaction(async (asked) => {
      const settled = await this.database.boss.deleteJob(
        this.queue,
        { id: job.id, retryCount: job.attempt },
        { db: asked },
      );
      if (settledOf(settled).length !== 1) return undefined;
      outcome = 'outdated';
      return (await work(asked)) ? true : undefined;
    });
    const isDone = await committing.catch((error: unknown) => {
      if (!isForgotten(error)) throw error;
      outcome = 'lost';
    });
    return isDone === true ? 'committed' : outcome;
  }

  private async learn(
    asked: Asked,
    { program, epoch }: TakenJob,
    version: number,
    knowledge: Knowledge,
    again: boolean,
  ): Promise<boolean> {
    const { rows } = await asked.executeSql(
      `update ${SCHEMA}.program set knowledge = $4, version = version + 1, epoch = epoch + $6
       where run = $1 and index = $2 and version = $3 and epoch = $5 returning version`,
      [this.run.id, program, version, JSON.stringify(knowledge), epoch, again ? 1 : 0],
    );
    return rows.length === 1;
  }

  private async addResult(asked: Asked, job: TakenJob, done: Done, kids: number): Promise<unknown> {
    const { findings, races, unordered } = done.result;
    const { results, violations } = findings;
    const { executions, blocked, assumed, operations, events, nonSequential, deadlocks, failures } = results;
    const counted = violations.map(([key, each]) => [key, each.executions]);
    const { rows } = await asked.executeSql(
      `insert into ${SCHEMA}.result (job, run, program, model, epoch, path, attempt, kids, executions, blocked, assumed,
         operations, events, non_sequential, deadlocks, failures, violations, races, unordered, milliseconds, agent)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21) returning seq`,
      [
        ...[job.id, this.run.id, job.program, job.model, job.epoch, job.path, job.attempt, kids],
        ...[executions, blocked, assumed, operations, events, nonSequential, deadlocks],
        ...[orNull(failures), orNull(counted), orNull(races), unordered, Math.round(done.milliseconds), this.agent],
      ],
    );
    return rows[0]!['seq'];
  }

  /** In the order of their keys: others may do the same at the same time. Nothing is locked that need not change. */
  private async addFindings(asked: Asked, job: TakenJob, seq: unknown, { findings }: FrontierResult): Promise<void> {
    const failures = findings.failingParts.map(([key, part]) => ({ kind: 'failure', key, part }));
    const violations = findings.violations.map(([key, { part }]) => ({ kind: 'violation', key, part }));
    const found = [...failures, ...violations].sort((a, b) => (a.kind + a.key < b.kind + b.key ? -1 : 1));
    for (const { kind, key, part } of found) {
      const about = [this.run.id, job.program, job.model, job.epoch, kind, key, job.path, seq];
      const known = await asked.executeSql(
        `select 1 from ${SCHEMA}.finding where run = $1 and program = $2 and model = $3 and epoch = $4 and kind = $5
           and key = $6 and (path, seq) <= ($7, $8)`,
        about,
      );
      if (known.rows.length > 0) continue;
      await asked.executeSql(
        `insert into ${SCHEMA}.finding as known (run, program, model, epoch, kind, key, path, seq, part)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         on conflict (run, program, model, epoch, kind, key) do update
         set path = excluded.path, seq = excluded.seq, part = excluded.part
         where (excluded.path, excluded.seq) < (known.path, known.seq)`,
        [...about, JSON.stringify(part)],
      );
    }
  }

  private async addChildren(
    asked: Asked,
    { program, model, epoch, path }: TakenJob,
    children: readonly Frontier[],
  ): Promise<void> {
    if (children.length === 0) return;
    const paths = pathsOfChildren(path, children.length);
    const jobs = paths.map((each) => {
      const data: JobData = { program, model, epoch, path: each };
      return { id: randomUUID(), data };
    });
    await asked.executeSql(
      `insert into ${SCHEMA}.frontier (job, run, bytes) select job, $3, bytes from unnest($1::uuid[], $2::bytea[]) as new (job, bytes)`,
      [jobs.map(({ id }) => id), children.map(encodeFrontier), this.run.id],
    );
    await this.database.boss.insert(this.queue, jobs, { db: asked });
  }

  /** What comes after a failure is not explored, but kept. With `first`, everything does. */
  private async endSearch(asked: Asked, job: TakenJob, rest: Frontier): Promise<void> {
    const bound = this.run.policy === 'first' ? '' : job.path;
    await asked.executeSql(
      `insert into ${SCHEMA}.search as known (run, program, model, epoch, bound) values ($1, $2, $3, $4, $5)
       on conflict (run, program, model, epoch) do update set bound = excluded.bound where excluded.bound < known.bound`,
      [this.run.id, job.program, job.model, job.epoch, bound],
    );
    await asked.executeSql(`update ${SCHEMA}.frontier set rest = $2 where job = $1`, [job.id, encodeFrontier(rest)]);
  }

  private async forget(asked: Asked, { id }: TakenJob): Promise<void> {
    await asked.executeSql(`delete from ${SCHEMA}.frontier where job = $1`, [id]);
  }
}

/** The run that a row belongs to is no longer there. */
function isForgotten(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503';
}

function orNull(list: readonly unknown[]): string | null {
  return list.length === 0 ? null : JSON.stringify(list);
}

/** The jobs that pg-boss says it has found as they were described. Its types do not say that it does. */
function settledOf(response: object): readonly string[] {
  return (response as { readonly settled: readonly string[] }).settled;
}
