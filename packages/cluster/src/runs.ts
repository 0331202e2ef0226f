import { randomUUID } from 'node:crypto';
import type { Asked, Row } from './connection.js';
import type { Database } from './database.js';
import { LEASE_SECONDS, MOST_RETRIES } from './database.js';
import { clusterError } from './errors.js';
import type { JobData, Policy, Run, RunSearch, RunStatus } from './protocol.js';
import { SCHEMA } from './schema.js';

/** pg-boss would forget jobs after two weeks, and take them back after a quarter of an hour: in seconds, what is enough. */
const YEARS = 10 * 365 * 24 * 3600;
const EXPIRE_SECONDS = 12 * 3600;

/** What is to be checked by a cluster. */
export interface Submission {
  readonly policy: Policy;
  readonly build: string;
  readonly source: string;
  readonly bundle: Uint8Array;
  /** The names of the programs of the file. */
  readonly programs: readonly string[];
  readonly searches: readonly RunSearch[];
}

/** The queue of a run: a table of its own, which goes when the run is removed. */
export function queueOf(run: string): string {
  return `run-${run}`;
}

/** All runs that a database keeps. */
export class Runs {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  /** The id of the new run. */
  async submit({ policy, build, source, bundle, programs, searches }: Submission): Promise<string> {
    const { boss, connection } = this.database;
    const id = randomUUID();
    // First: nobody looks into a queue without a run, and pg-boss makes it in a transaction of its own.
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

  /** The jobs that searches begin with. */
  async addRoots(asked: Asked, run: string, searches: readonly RunSearch[], epoch: number): Promise<void> {
    const jobs = searches.map(({ program, model }) => {
      const data: JobData = { program, model, epoch, path: '' };
      return { id: randomUUID(), data };
    });
    const ids = jobs.map(({ id }) => id);
    await asked.executeSql(`insert into ${SCHEMA}.frontier (job, run) select unnest($1::uuid[]), $2`, [ids, run]);
    await this.database.boss.insert(queueOf(run), jobs, { db: asked });
  }

  /** The newest come first. */
  async list(): Promise<Run[]> {
    return (await this.database.connection.rows(`${SELECT} order by created desc`)).map(runFrom);
  }

  /** The oldest that agents of this build can work on; undefined: there is none. */
  async oldestOpen(build: string): Promise<Run | undefined> {
    const [row] = await this.database.connection.rows(
      `${SELECT} where status = 'running' and build = $1 order by created limit 1`,
      [build],
    );
    return row && runFrom(row);
  }

  /** Runs that agents of this build cannot work on. */
  async otherBuilds(build: string): Promise<Run[]> {
    const rows = await this.database.connection.rows(`${SELECT} where status = 'running' and build <> $1`, [build]);
    return rows.map(runFrom);
  }

  /** By its id, or how that begins; 'last': the newest. */
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

  /** Stops a run, or has it go on. What is no longer given to anybody is given to them again. */
  async setStatus(id: string, status: 'running' | 'stopped'): Promise<void> {
    await this.database.connection.rows(`select ${SCHEMA}.set_status($1, $2)`, [id, status]);
  }

  /** Ends a run with an error that a search in one process would end with. */
  async endWithError(id: string, error: object): Promise<void> {
    await this.database.connection.rows(`select ${SCHEMA}.end_with_error($1, $2)`, [id, JSON.stringify(error)]);
  }

  /** Runs that were over, or were submitted and are not running, so many seconds ago. */
  async overFor(seconds: number): Promise<Run[]> {
    const rows = await this.database.connection.rows(
      `${SELECT} where status <> 'running' and coalesce(finished, created) < now() - make_interval(secs => $1)`,
      [seconds],
    );
    return rows.map(runFrom);
  }

  /** Agents that have said nothing for so many seconds. */
  async forgetAgents(seconds: number): Promise<void> {
    await this.database.connection.rows(`delete from ${SCHEMA}.agent where seen < now() - make_interval(secs => $1)`, [
      seconds,
    ]);
  }

  /** Forgets a run and all that belongs to it. */
  async remove(id: string): Promise<void> {
    const { boss, connection } = this.database;
    await connection.rows(`delete from ${SCHEMA}.run where id = $1`, [id]);
    await connection.rows(`delete from ${SCHEMA}.bundle where hash not in (select bundle_hash from ${SCHEMA}.run)`);
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
    error: row['error'],
    created: row['created'] as Date,
    finished: row['finished'] as Date | null,
  };
}
