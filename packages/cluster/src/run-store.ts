import type { Knowledge } from '@fencepost/check';
import type { Asked, Row } from './connection.js';
import type { Database } from './database.js';
import type { JobData, ProgramState, Run, RunStatus, TakenJob } from './protocol.js';
import { NOTHING_LEARNED } from './protocol.js';
import type { Answer } from './records.js';
import { Records } from './records.js';
import { Runs, queueOf } from './runs.js';
import { SCHEMA } from './schema.js';
import { settledOf } from './settled.js';
import { learnedBy } from './written.js';

/** `lost`: another agent holds the job by now, or it is done. `outdated`: another agent has learned something: explore it again. */
export type Committed = 'committed' | 'lost' | 'outdated';

/** The outcome of one transaction: which answers were committed, and which jobs were taken. */
export interface Exchanged {
  readonly committed: ReadonlySet<string>;
  readonly taken: readonly TakenJob[];
}

/** The jobs of a run and what came of them, for one agent. */
export class RunStore {
  private readonly database: Database;
  private readonly run: Run;
  private readonly queue: string;
  private readonly records: Records;

  constructor(database: Database, run: Run, agent: string) {
    this.database = database;
    this.run = run;
    this.queue = queueOf(run.id);
    this.records = new Records(database, run, agent);
  }

  /** Does this answer change more than the ledger and the queue? Then it needs `commit`, a transaction of its own. */
  isSpecial({ result }: Answer): boolean {
    return learnedBy(result) !== null || (result.failed && this.run.policy !== 'all');
  }

  /**
   * Commits the answers of all jobs that this agent still holds, and takes up to `wanted` jobs: all of it, or nothing. The
   * fence of each answer is the pair of job and attempt.
   */
  async exchange(answers: readonly Answer[], wanted: number): Promise<Exchanged> {
    const { connection } = this.database;
    if (answers.length === 0) return { committed: new Set(), taken: await this.take(connection, wanted) };
    const exchanging = connection.transaction(async (asked) => {
      const committed = await this.release(
        asked,
        answers.map(({ job }) => job),
      );
      const held = answers.filter(({ job }) => committed.has(job.id));
      if (held.length > 0) await this.records.add(asked, held);
      return { committed, taken: await this.take(asked, wanted) };
    });
    const exchanged = await exchanging.catch((error: unknown) => {
      if (!isForgotten(error)) throw error;
    });
    return exchanged ?? { committed: new Set(), taken: [] };
  }

  async program(index: number): Promise<ProgramState> {
    const [row] = await this.database.connection.rows(
      `select knowledge, version, epoch from ${SCHEMA}.program where run = $1 and index = $2`,
      [this.run.id, index],
    );
    const { version, epoch, knowledge } = row as Row & Pick<ProgramState, 'version' | 'epoch'>;
    return { index, version, epoch, knowledge: (knowledge as Knowledge | null) ?? NOTHING_LEARNED };
  }

  /** Commits an answer that has learned something or has failed. */
  async commit(answer: Answer): Promise<Committed> {
    const { job, result, version } = answer;
    return this.settle(job, async (asked) => {
      const learned = learnedBy(result);
      if (learned !== null && !(await this.learn(asked, job, version, learned, false))) return false;
      if (result.failed && this.run.policy !== 'all') await this.records.addFailed(asked, answer);
      else await this.records.add(asked, [answer]);
      return true;
    });
  }

  /** The job is not to be explored, as something before it has failed. */
  async drop(job: TakenJob): Promise<Committed> {
    return this.settle(job, async (asked) => {
      await this.records.addDropped(asked, job);
      return true;
    });
  }

  /** The job belongs to a search that has begun again since. */
  async forgetStale(job: TakenJob): Promise<Committed> {
    return this.settle(job, async (asked) => {
      await this.records.forget(asked, [job]);
      return true;
    });
  }

  /** All searches of the program begin again, with what is known now. */
  async beginAgain(job: TakenJob, version: number, knowledge: Knowledge): Promise<Committed> {
    return this.settle(job, async (asked) => {
      if (!(await this.learn(asked, job, version, knowledge, true))) return false;
      const searches = this.run.searches.filter(({ program }) => program === job.program);
      await new Runs(this.database).addRoots(asked, this.run.id, searches, job.epoch + 1);
      await this.records.forget(asked, [job]);
      return true;
    });
  }

  /** The job could not be explored. After too many attempts, nobody gets it again. */
  async fail(job: TakenJob, message: string): Promise<void> {
    // The database takes neither NUL nor half of a character.
    const storable = message.replaceAll(/\0|\p{Surrogate}/gu, '\uFFFD');
    await this.database.boss.fail(this.queue, { id: job.id, retryCount: job.attempt }, { message: storable });
  }

  /** Gives the jobs of dead agents to others, unless another agent has just done so. */
  async supervise(): Promise<void> {
    await this.database.boss.supervise(this.queue);
  }

  /** Ends the run if nothing is left to do. */
  async settleRun(): Promise<RunStatus> {
    const [row] = await this.database.connection.rows(`select ${SCHEMA}.settle_run($1) as status`, [this.run.id]);
    return (row?.['status'] as RunStatus | null) ?? 'stopped';
  }

  private async take(asked: Asked, most: number): Promise<TakenJob[]> {
    if (most === 0) return [];
    const jobs = await this.database.boss.fetch<JobData>(this.queue, { batchSize: most, db: asked });
    if (jobs.length === 0) return [];
    const { rows } = await asked.executeSql(`select job, bytes from ${SCHEMA}.frontier where job = any($1)`, [
      jobs.map(({ id }) => id),
    ]);
    const bytes = new Map(rows.map((row) => [row['job'] as string, row['bytes'] as Buffer | null]));
    // Without a row, the run is being forgotten.
    return jobs.flatMap(({ id, retryCount: attempt, data }) =>
      bytes.has(id) ? [{ id, attempt, ...data, bytes: bytes.get(id)! }] : [],
    );
  }

  /** Removes those of the jobs that this agent still holds from the queue. */
  private async release(asked: Asked, jobs: readonly TakenJob[]): Promise<ReadonlySet<string>> {
    const attempts = jobs.map(({ id, attempt }) => ({ id, retryCount: attempt }));
    return new Set(settledOf(await this.database.boss.deleteJob(this.queue, attempts, { db: asked })));
  }

  /** One job in a transaction of its own, and only if this agent still holds it. */
  private async settle(job: TakenJob, work: (asked: Asked) => Promise<boolean>): Promise<Committed> {
    let outcome: Committed = 'lost';
    const committing = this.database.connection.transaction(async (asked) => {
      if (!(await this.release(asked, [job])).has(job.id)) return undefined;
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
}

/** The run that a row belongs to has been removed. */
function isForgotten(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503';
}
