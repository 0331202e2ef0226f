import type { Knowledge } from '@fencepost/check';
import type { Asked, Row } from '../database/connection.js';
import type { Database } from '../database/database.js';
import type { Fingerprint, JobData, ProgramState, Run, RunStatus, TakenJob } from './protocol.js';
import { NOTHING_LEARNED } from './protocol.js';
import type { Answer } from './records.js';
import { Records } from './records.js';
import { SCHEMA } from '../database/schema.js';
import { learnedBy } from './result-rows.js';

/**
 * `lost`: another agent now holds the job, or it is done. `outdated`: another agent has learned something, so the job
 * must be explored again.
 */
export type Committed = 'committed' | 'lost' | 'outdated';

/** The outcome of one transaction: the committed answers, and the taken jobs. */
export interface Exchanged {
  readonly committed: ReadonlySet<string>;
  readonly taken: readonly TakenJob[];
}

/** The jobs of a run and their results, for one agent. */
export class RunStore {
  private readonly database: Database;
  private readonly run: Run;
  private readonly print: Fingerprint;
  private readonly records: Records;

  constructor(database: Database, run: Run, agent: Fingerprint & { readonly id: string }) {
    this.database = database;
    this.run = run;
    this.print = agent;
    this.records = new Records(run, agent.id);
  }

  /**
   * Whether this answer changes more than the ledger and the queue. If so, it needs `commit`, a separate transaction.
   */
  isSpecial({ result }: Answer): boolean {
    return learnedBy(result) !== null || (result.failed && this.run.policy !== 'all');
  }

  /**
   * Commits the answers of all jobs that this agent still holds, and takes up to `wanted` jobs, atomically. The fencing
   * token of each answer is the pair of job and attempt.
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

  /** Returns the knowledge about a program; undefined if this agent no longer has a job of the run. */
  program(index: number): Promise<ProgramState | undefined> {
    return programOf(this.database, this.run, index);
  }

  /** Commits an answer that contains new knowledge or a failure. */
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

  /** Records that the job is not to be explored, because an earlier part has failed. */
  async drop(job: TakenJob): Promise<Committed> {
    return this.settle(job, async (asked) => {
      await this.records.addDropped(asked, job);
      return true;
    });
  }

  /** Removes a job of a search that has begun again since. */
  async forgetStale(job: TakenJob): Promise<Committed> {
    return this.settle(job, async (asked) => {
      await this.records.forget(asked, [job]);
      return true;
    });
  }

  /** Restarts all searches of the program, with the current knowledge. */
  async beginAgain(job: TakenJob, version: number, knowledge: Knowledge): Promise<Committed> {
    return this.settle(job, async (asked) => {
      if (!(await this.learn(asked, job, version, knowledge, true))) return false;
      const searches = this.run.searches.filter(({ program }) => program === job.program);
      await this.records.addRoots(asked, searches, job.epoch + 1);
      await this.records.forget(asked, [job]);
      return true;
    });
  }

  /** Records that the job could not be explored. After too many attempts, it is not assigned again. */
  async fail(job: TakenJob, message: string): Promise<void> {
    // The database accepts neither NUL nor lone surrogates.
    const storable = message.replaceAll(/\0|\p{Surrogate}/gu, '\uFFFD');
    await this.database.connection.rows(`select ${SCHEMA}.fail($1, $2, $3, $4)`, [
      ...[this.run.id, job.id, job.attempt, storable],
    ]);
  }

  /** Re-queues the jobs of dead agents, unless another agent has just done so. */
  async supervise(): Promise<void> {
    await this.database.connection.rows(`select ${SCHEMA}.supervise($1)`, [this.run.id]);
  }

  /** Ends the run if nothing is left to do. */
  async settleRun(): Promise<RunStatus> {
    const [row] = await this.database.connection.rows(`select ${SCHEMA}.settle_run($1) as status`, [this.run.id]);
    return (row?.['status'] as RunStatus | null) ?? 'stopped';
  }

  private async take(asked: Asked, most: number): Promise<TakenJob[]> {
    if (most === 0) return [];
    const { build, runtime } = this.print;
    const { rows } = await asked.executeSql(`select * from ${SCHEMA}.take($1, $2, $3, $4)`, [
      ...[this.run.id, build, runtime, most],
    ]);
    return rows.map((row) => ({
      ...(row['data'] as JobData),
      id: row['job'] as string,
      attempt: row['attempt'] as number,
      bytes: row['bytes'] as Buffer | null,
    }));
  }

  /** Removes the jobs that this agent still holds from the queue. Returns them. */
  private async release(asked: Asked, jobs: readonly TakenJob[]): Promise<ReadonlySet<string>> {
    const { build, runtime } = this.print;
    const { rows } = await asked.executeSql(`select ${SCHEMA}.release($1, $2, $3, $4, $5) as job`, [
      ...[this.run.id, build, runtime, jobs.map(({ id }) => id), jobs.map(({ attempt }) => attempt)],
    ]);
    return new Set(rows.map((row) => row['job'] as string));
  }

  /** Settles one job in a separate transaction, if this agent still holds it. */
  private async settle(job: TakenJob, work: (asked: Asked) => Promise<boolean>): Promise<Committed> {
    const committing = this.database.connection.transaction<Committed>(async (asked) => {
      // Commit even if the release is refused, because refusals are counted.
      if (!(await this.release(asked, [job])).has(job.id)) return 'lost';
      return (await work(asked)) ? 'committed' : undefined;
    });
    const outcome = await committing.catch((error: unknown): Committed => {
      if (!isForgotten(error)) throw error;
      return 'lost';
    });
    return outcome ?? 'outdated';
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

/** Returns the knowledge about a program of a run. */
export async function programOf({ connection }: Database, run: Run, index: number): Promise<ProgramState | undefined> {
  const [row] = await connection.rows(
    `select knowledge, version, epoch from ${SCHEMA}.program where run = $1 and index = $2`,
    [run.id, index],
  );
  if (row === undefined) return undefined;
  const { version, epoch, knowledge } = row as Row & Pick<ProgramState, 'version' | 'epoch'>;
  return { index, version, epoch, knowledge: (knowledge as Knowledge | null) ?? NOTHING_LEARNED };
}

/** Whether the run of a row has been removed, or the table of its jobs. */
function isForgotten(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '23503' || error.code === '42P01');
}
