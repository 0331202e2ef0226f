import { randomUUID } from 'node:crypto';
import type { Row } from '../database/connection.js';
import type { Database } from '../database/database.js';
import { clusterError, isDenied } from '../database/errors.js';
import type { Policy, Run, RunSearch, RunStatus } from './protocol.js';
import { LOCK_QUEUES, LOCK_TIMEOUT } from '../database/queue.js';
import { QUEUE_SCHEMA, SCHEMA } from '../database/schema.js';
import { valueIn } from './result-rows.js';

/** A check to be submitted to a cluster. */
export interface Submission {
  readonly policy: Policy;
  readonly build: string;
  /** Other properties that results may depend on; null if none. */
  readonly runtime: string | null;
  readonly source: string;
  readonly bundle: Uint8Array;
  /** The names of the programs. */
  readonly programs: readonly string[];
  readonly searches: readonly RunSearch[];
}

/** Maximum length of an error message, in characters. The database limits it. */
const MOST_OF_MESSAGE = 10_000;

/** The properties that decide which agents can work on a run. */
export type OpenRunKey = Pick<Run, 'id' | 'build' | 'runtime'>;

/** Returns the name of the queue of a run. It has a separate table, which is dropped with the run. */
export function queueOf(run: string): string {
  return `run-${run}`;
}

/** The runs in a database. */
export class Runs {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  /** Submits a run and returns its id. */
  async submit({ policy, build, runtime, source, bundle, programs, searches }: Submission): Promise<string> {
    const id = randomUUID();
    await this.database.connection.rows(`select ${SCHEMA}.submit_run($1, $2, $3, $4, $5, $6, $7, $8)`, [
      ...[id, policy, build, runtime, source, bundle, JSON.stringify(searches), programs],
    ]);
    return id;
  }

  /** Returns all runs, newest first. */
  async list(): Promise<Run[]> {
    return (await this.database.connection.rows(`${SELECT} order by created desc`)).map(runFrom);
  }

  /** Returns the running runs, oldest first. */
  async open(): Promise<OpenRunKey[]> {
    const rows = await this.database.connection.rows(
      `select id, build, runtime from ${SCHEMA}.run where status = 'running' order by created, id`,
    );
    return rows as unknown as OpenRunKey[];
  }

  async byId(id: string): Promise<Run | undefined> {
    const [row] = await this.database.connection.rows(`${SELECT} where id = $1`, [id]);
    return row && runFrom(row);
  }

  /** Finds a run by id, a prefix of it, or 'last' for the newest. */
  async find(asked: string): Promise<Run> {
    const { connection } = this.database;
    const rows =
      asked === 'last'
        ? await connection.rows(`${SELECT} order by created desc limit 1`)
        : await connection.rows(`${SELECT} where starts_with(id::text, $1) limit 2`, [asked]);
    const found = rows.map(runFrom);
    if (found.length === 1) return found[0]!;
    throw found.length === 0
      ? clusterError(`there is no run ${asked}`, 'fencepost cluster history lists them')
      : clusterError(`several runs start with ${asked}`, 'give a longer prefix');
  }

  async bundle({ id }: Run): Promise<Buffer> {
    const [row] = await this.database.connection.rows(`select ${SCHEMA}.bundle_of($1) as bytes`, [id]);
    return row!['bytes'] as Buffer;
  }

  /** Stops or resumes a run. Resuming also retries jobs that were abandoned. */
  async setStatus(id: string, status: 'running' | 'stopped'): Promise<void> {
    await this.database.connection.rows(`select ${SCHEMA}.set_status($1, $2)`, [id, status]);
  }

  /** Ends a run with an error with which a single process would also end. */
  async endWithError(
    id: string,
    error: { readonly code: string; readonly message: string; readonly [detail: string]: unknown },
  ): Promise<void> {
    const short = { ...error, message: error.message.slice(0, MOST_OF_MESSAGE) };
    await this.database.connection
      .rows(`select ${SCHEMA}.end_with_error($1, $2)`, [...[id, JSON.stringify(JSON.stringify(short))]])
      .catch((error: unknown) => {
        // Another agent holds the job by now, and decides.
        if (!isDenied(error)) throw error;
      });
  }

  /** Returns runs that ended, or were submitted and are not running, more than this many seconds ago. */
  async overFor(seconds: number): Promise<Run[]> {
    const rows = await this.database.connection.rows(
      `${SELECT} where status <> 'running' and coalesce(finished, created) < now() - make_interval(secs => $1)`,
      [seconds],
    );
    return rows.map(runFrom);
  }

  /** Removes agents that have been silent for this many seconds. */
  async forgetAgents(seconds: number): Promise<void> {
    await this.database.connection.rows(`delete from ${SCHEMA}.agent where seen < now() - make_interval(secs => $1)`, [
      seconds,
    ]);
  }

  /** Removes a run and everything that belongs to it. */
  async remove(id: string): Promise<void> {
    const { connection } = this.database;
    // Remove the parts that may be in use first. If they cannot be removed now, the run still exists.
    await connection.transaction(async (asked) => {
      await asked.executeSql(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
      await asked.executeSql(`select ${LOCK_QUEUES}`);
      await asked.executeSql(`select ${QUEUE_SCHEMA}.delete_queue(name) from ${QUEUE_SCHEMA}.queue where name = $1`, [
        queueOf(id),
      ]);
      return true;
    });
    await connection.rows(`delete from ${SCHEMA}.run where id = $1`, [id]);
    await connection.transaction(async (asked) => {
      // Another user may be submitting the same program and find its bundle here. Submissions wait for this
      // transaction, and this one for them.
      await asked.executeSql(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
      await asked.executeSql(`lock table ${SCHEMA}.bundle in share row exclusive mode`);
      await asked.executeSql(`delete from ${SCHEMA}.bundle where hash not in (select bundle_hash from ${SCHEMA}.run)`);
      return true;
    });
  }
}

const SELECT = `select id, status, policy, build, runtime, refused, source, bundle_hash, searches, created, finished, case status when 'error' then ${SCHEMA}.error_of(id) end as error from ${SCHEMA}.run`;

/**
 * Decodes an error. It is stored as text, because the database refuses some characters that messages of programs have.
 * It was written by agents and may be anything.
 */
function errorIn(column: unknown): unknown {
  try {
    return valueIn(column);
  } catch {
    return column;
  }
}

function runFrom(row: Row): Run {
  return {
    id: row['id'] as string,
    status: row['status'] as RunStatus,
    policy: row['policy'] as Policy,
    build: row['build'] as string,
    runtime: row['runtime'] as string | null,
    refused: row['refused'] as number,
    source: row['source'] as string,
    bundle: row['bundle_hash'] as string,
    searches: row['searches'] as RunSearch[],
    error: errorIn(row['error']),
    created: row['created'] as Date,
    finished: row['finished'] as Date | null,
  };
}
