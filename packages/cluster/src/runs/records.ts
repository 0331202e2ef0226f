import { randomUUID } from 'node:crypto';
import type { Asked } from '../database/connection.js';
import type { JobResult } from './explorer.js';
import { encodeFrontier } from './frontiers.js';
import type { Child, JobData, Run, RunSearch, TakenJob } from './protocol.js';
import { pathsOfChildren } from './protocol.js';
import { SCHEMA } from '../database/schema.js';
import { written } from './result-rows.js';

/** The result of a job, with its remaining work. */
export interface Answer {
  readonly job: TakenJob;
  readonly result: JobResult;
  /** The rest, divided into new jobs, in depth-first order. */
  readonly children: readonly Child[];
  /** Version of the knowledge with which it was explored. */
  readonly version: number;
  readonly milliseconds: number;
}

/** Writes the results of jobs, for any number of jobs at once. Every method runs in a transaction of the caller. */
export class Records {
  private readonly run: Run;
  private readonly agent: string;

  constructor(run: Run, agent: string) {
    this.run = run;
    this.agent = agent;
  }

  /** Adds results, findings and new jobs. */
  async add(asked: Asked, answers: readonly Answer[]): Promise<void> {
    const numbers = await this.addResults(asked, answers);
    for (const answer of answers) await this.addFindings(asked, answer, numbers.get(answer.job.id));
    await this.addChildren(asked, answers);
    // With `least`, an explored part may turn out to come after the first failure: it then counts as unexplored.
    if (this.run.policy !== 'least')
      await this.forget(
        asked,
        answers.map(({ job }) => job),
      );
  }

  /** Records that the job is not to be explored, because an earlier part has failed. */
  async addDropped(asked: Asked, job: TakenJob): Promise<void> {
    await asked.executeSql(
      `insert into ${SCHEMA}.result (job, run, program, model, epoch, path, attempt, agent, is_dropped)
       values ($1, $2, $3, $4, $5, $6, $7, $8, true)`,
      [job.id, this.run.id, job.program, job.model, job.epoch, job.path, job.attempt, this.agent],
    );
  }

  /** Ends a search with a failure. The rest of the job is kept, but not explored. With `first`, the whole search ends. */
  async addFailed(asked: Asked, answer: Answer): Promise<void> {
    const { job, result } = answer;
    const alone = { ...answer, children: [] };
    const numbers = await this.addResults(asked, [alone]);
    await this.addFindings(asked, alone, numbers.get(job.id));
    const bound = this.run.policy === 'first' ? '' : job.path;
    await asked.executeSql(
      `insert into ${SCHEMA}.search as known (run, program, model, epoch, bound) values ($1, $2, $3, $4, $5)
       on conflict (run, program, model, epoch) do update set bound = excluded.bound where excluded.bound < known.bound`,
      [this.run.id, job.program, job.model, job.epoch, bound],
    );
    await asked.executeSql(`select ${SCHEMA}.keep_rest($1, $2)`, [
      ...[job.id, encodeFrontier('tally' in result ? (result.seedsLeft ?? []) : result.rest)],
    ]);
  }

  async forget(asked: Asked, jobs: readonly TakenJob[]): Promise<void> {
    await asked.executeSql(`select ${SCHEMA}.forget($1)`, [jobs.map(({ id }) => id)]);
  }

  /** Adds results. Returns the sequence numbers of the new rows, by job. */
  private async addResults(asked: Asked, answers: readonly Answer[]): Promise<ReadonlyMap<string, unknown>> {
    const { rows } = await asked.executeSql(
      `insert into ${SCHEMA}.result (job, run, program, model, epoch, path, attempt, kids, executions, blocked, assumed,
         operations, events, non_sequential, deadlocks, failures, violations, races, unordered, tests, milliseconds, agent)
       select job, $2, program, model, epoch, path, attempt, kids, executions, blocked, assumed,
         operations, events, non_sequential, deadlocks, failures, violations, races, unordered, tests, milliseconds, $3
       from jsonb_to_recordset($1::jsonb) as new (job uuid, program int, model text, epoch int, path text, attempt int,
         kids int, executions bigint, blocked bigint, assumed bigint, operations bigint, events bigint,
         non_sequential bigint, deadlocks bigint, failures jsonb, violations jsonb, races jsonb, unordered text,
         tests jsonb, milliseconds int)
       returning job, seq`,
      [JSON.stringify(answers.map(rowOf)), this.run.id, this.agent],
    );
    return new Map(rows.map((row) => [row['job'] as string, row['seq']]));
  }

  /**
   * Adds findings, ordered by key, because other agents may add the same findings at the same time. Unchanged rows are
   * not locked.
   */
  private async addFindings(asked: Asked, { job, result }: Answer, seq: unknown): Promise<void> {
    const { found } = written(result);
    if (found.length === 0) return;
    await asked.executeSql(
      `insert into ${SCHEMA}.finding as known (run, program, model, epoch, kind, key, path, seq, part)
       select $1, $2, $3, $4, new.kind, new.key, $5, $6, new.part
       from jsonb_to_recordset($7::jsonb) as new (kind text, key text, part jsonb)
       where not exists (select 1 from ${SCHEMA}.finding f where f.run = $1 and f.program = $2 and f.model = $3
         and f.epoch = $4 and f.kind = new.kind and f.key = new.key and (f.path, f.seq) <= ($5, $6))
       order by new.kind, new.key
       on conflict (run, program, model, epoch, kind, key) do update
       set path = excluded.path, seq = excluded.seq, part = excluded.part
       where (excluded.path, excluded.seq) < (known.path, known.seq)`,
      [this.run.id, job.program, job.model, job.epoch, job.path, seq, JSON.stringify(found)],
    );
  }

  private async addChildren(asked: Asked, answers: readonly Answer[]): Promise<void> {
    const jobs = answers.flatMap(({ job: { program, model, epoch, path }, children }) => {
      const paths = pathsOfChildren(path, children.length);
      return children.map(({ frontier, size }, i) => {
        const data: JobData = { program, model, epoch, path: paths[i]!, ...(size !== undefined && { size }) };
        return { id: randomUUID(), data, frontier };
      });
    });
    await this.addJobs(asked, jobs);
  }

  /** Adds the root job of each of these searches. */
  async addRoots(asked: Asked, searches: readonly RunSearch[], epoch: number): Promise<void> {
    const jobs = searches.map(({ program, model }) => ({
      id: randomUUID(),
      data: { program, model, epoch, path: '' },
    }));
    await this.addJobs(asked, jobs);
  }

  private async addJobs(
    asked: Asked,
    jobs: readonly { readonly id: string; readonly data: JobData; readonly frontier?: Child['frontier'] }[],
  ): Promise<void> {
    if (jobs.length === 0) return;
    await asked.executeSql(`select ${SCHEMA}.add_jobs($1, $2, $3, $4)`, [
      this.run.id,
      jobs.map(({ id }) => id),
      jobs.map(({ data }) => JSON.stringify(data)),
      jobs.map(({ frontier }) => (frontier === undefined ? null : encodeFrontier(frontier))),
    ]);
  }
}

/** Returns a row of the ledger, by the names of its columns. */
function rowOf({ job, result, children, milliseconds }: Answer): Readonly<Record<string, unknown>> {
  return {
    ...{ job: job.id, program: job.program, model: job.model, epoch: job.epoch, path: job.path, attempt: job.attempt },
    ...{ kids: children.length, milliseconds: Math.round(milliseconds) },
    ...written(result).row,
  };
}
