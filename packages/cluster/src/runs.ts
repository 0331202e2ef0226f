import { randomUUID } from 'node:crypto';
import type { Asked, Row } from './connection.js';
import type { Database } from './database.js';
import { LEASE_SECONDS, MOST_RETRIES } from './database.js';
import { clusterError } from './errors.js';
import type { JobData, Policy, Run, RunSearch, RunStatus } from './protocol.js';
import { BUNDLES_LOCK, SCHEMA } from './schema.js';
import { valueIn } from './written.js';

/** In seconds. By default, pg-boss deletes jobs after two weeks and gives them to others after 15 minutes. */
const YEARS = 10 * 365 * 24 * 3600;
const EXPIRE_SECONDS = 12 * 3600;

/** What a cluster is asked to check. */
export interface Submission {
  readonly policy: Policy;
  readonly build: string;
  readonly source: string;
  readonly bundle: Uint8Array;
  /** The names of the programs. */
  readonly programs: readonly string[];
  readonly searches: readonly RunSearch[];
}

/** The queue of a run. It has a table of its own, which is dropped with the run. */
export function queueOf(run: string): string {
  return `run-${run}`;
}

/** The runs in a database. */
export class Runs {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  /** Returns the id of the new run. */
  async submit({ policy, build, source, bundle, programs, searches }: Submission): Promise<string> {
    const { boss, connection } = this.database;
    const id = randomUUID();
    // Before the run, as pg-boss uses a transaction of its own, and nobody looks at a queue without a run.
    await boss.createQueue(queueOf(id), {
      ...{ partition: true, retryLimit: MOST_RETRIES, retryDelay: 0, heartbeatSeconds: LEASE_SECONDS },
      ...{ expireInSeconds: EXPIRE_SECONDS, retentionSeconds: YEARS, deleteAfterSeconds: 0 },
    });
    await connection.transaction(async (asked) => {
      await asked.executeSql(`select ${SCHEMA}.submit_run($1, $2, $3, $4, $5, $6, $7)`, [
        ...[id, policy, build, source, bundle, JSON.stringify(searches), programs],
      ]);
      await this.addRoots(asked, id, searches, 0);
      return true;
    });
    return id;
  }

  /** Adds the root job of each search. */
  async addRoots(asked: Asked, run: string, searches: readonly RunSearch[], epoch: number): Promise<void> {
    const jobs = searches.map(({ program, model }) => {
      const data: JobData = { program, model, epoch, path: '' };
      return { id: randomUUID(), data };
    });
    const ids = jobs.map(({ id }) => id);
    await asked.executeSql(`insert into ${SCHEMA}.frontier (job, run) select unnest($1::uuid[]), $2`, [ids, run]);
    await this.database.boss.insert(queueOf(run), jobs, { db: asked });
  }

  /** Newest first. */
  async list(): Promise<Run[]> {
    return (await this.database.connection.rows(`${SELECT} order by created desc`)).map(runFrom);
  }

  /** The oldest open run that agents of this build can work on, if there is one, but for those that are given. */
  async oldestOpen(build: string, except: readonly string[]): Promise<Run | undefined> {
    const [row] = await this.database.connection.rows(
      `${SELECT} where status = 'running' and build = $1 and id <> all($2::uuid[]) order by created limit 1`,
      [build, except],
    );
    return row && runFrom(row);
  }

  /** Runs that agents of this build cannot work on. */
  async otherBuilds(build: string): Promise<Run[]> {
    const rows = await this.database.connection.rows(`${SELECT} where status = 'running' and build <> $1`, [build]);
    return rows.map(runFrom);
  }

  /** By id, a prefix of it, or 'last' for the newest. */
  async find(asked: string): Promise<Run> {
    const runs = await this.list();
    const found = asked === 'last' ? runs.slice(0, 1) : runs.filter(({ id }) => id.startsWith(asked));
    if (found.length === 1) return found[0]!;
    throw found.length === 0
      ? clusterError(`there is no run ${asked}`, 'fencepost cluster history lists them')
      : clusterError(`several runs begin with ${asked}`, 'give more of the id');
  }

  async bundle({ id }: Run): Promise<Buffer> {
    const [row] = await this.database.connection.rows(`select ${SCHEMA}.bundle_of($1) as bytes`, [id]);
    return row!['bytes'] as Buffer;
  }

  /** Stops or resumes a run. Resuming also retries jobs that were given up. */
  async setStatus(id: string, status: 'running' | 'stopped'): Promise<void> {
    await this.database.connection.rows(`select ${SCHEMA}.set_status($1, $2)`, [id, status]);
  }

  /** Ends a run with an error with which a single process would also end. */
  async endWithError(id: string, error: object): Promise<void> {
    await this.database.connection.rows(`select ${SCHEMA}.end_with_error($1, $2)`, [
      ...[id, JSON.stringify(JSON.stringify(error))],
    ]);
  }

  /** Runs that ended, or were submitted and are not running, more than so many seconds ago. */
  async overFor(seconds: number): Promise<Run[]> {
    const rows = await this.database.connection.rows(
      `${SELECT} where status <> 'running' and coalesce(finished, created) < now() - make_interval(secs => $1)`,
      [seconds],
    );
    return rows.map(runFrom);
  }

  /** Removes agents that have been silent for so many seconds. */
  async forgetAgents(seconds: number): Promise<void> {
    await this.database.connection.rows(`delete from ${SCHEMA}.agent where seen < now() - make_interval(secs => $1)`, [
      seconds,
    ]);
  }

  /** Removes a run and everything that belongs to it. */
  async remove(id: string): Promise<void> {
    const { boss, connection } = this.database;
    await connection.rows(`delete from ${SCHEMA}.run where id = $1`, [id]);
    await connection.transaction(async (asked) => {
      // Somebody may be submitting the same program, and finds its bundle here.
      await asked.executeSql(`select pg_advisory_xact_lock(${BUNDLES_LOCK})`);
      await asked.executeSql(`delete from ${SCHEMA}.bundle where hash not in (select bundle_hash from ${SCHEMA}.run)`);
      return true;
    });
    await boss.deleteQueue(queueOf(id));
  }
}

const SELECT = `select id, status, policy, build, source, bundle_hash, searches, error, created, finished from ${SCHEMA}.run`;

function runFrom(row: Row): Run {
  return {
    id: row['id'] as string,
    status: row['status'] as RunStatus,
    policy: row['policy'] as Policy,
    build: row['build'] as string,
    source: row['source'] as string,
    bundle: row['bundle_hash'] as string,
    searches: row['searches'] as RunSearch[],
    // As text, as the database refuses some characters that messages of programs have.
    error: valueIn(row['error']),
    created: row['created'] as Date,
    finished: row['finished'] as Date | null,
  };
}
