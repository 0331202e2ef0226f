import type { PgBoss } from 'pg-boss';
import type { Asked } from './connection.js';
import { Connection } from './connection.js';
import type { Drivers } from './drivers.js';
import { loadDrivers } from './drivers.js';
import { clusterError, databaseError, requireAddress } from './errors.js';
import { GUARDS } from './guards.js';
import { createRoles, refreshRoles } from './roles.js';
import { MIGRATIONS, QUEUE_SCHEMA, SCHEMA } from './schema.js';

/** How often, in seconds, some agent looks for jobs of dead agents. */
const MONITOR_SECONDS = 2;
/** An agent that is silent for so many seconds loses its jobs. The minimum of pg-boss. */
export const LEASE_SECONDS = 10;
/** A job that fails more often than this is given up. */
export const MOST_RETRIES = 5;

/** The database of a cluster: our tables, and the queues of pg-boss. */
export class Database {
  /** For taking jobs and committing results. */
  readonly connection: Connection;
  /** For heartbeats and the work of pg-boss itself, which must not wait for a commit. */
  readonly second: Connection;
  readonly boss: PgBoss;

  private constructor(drivers: Drivers, url: string, migrate: boolean) {
    requireAddress(url);
    this.connection = new Connection(drivers, url);
    this.second = new Connection(drivers, url);
    this.boss = new drivers.PgBoss({
      ...{ db: this.second, schema: QUEUE_SCHEMA, migrate, createSchema: migrate },
      ...{ supervise: false, schedule: false, monitorIntervalSeconds: MONITOR_SECONDS },
    });
    this.boss.on('error', () => undefined); // the caller gets it, too
  }

  /** Throws CLUSTER unless the tables exist in the version that this code knows. */
  static async open(url: string): Promise<Database> {
    const database = new Database(await loadDrivers(), url, false);
    try {
      await database.requireVersion();
      await database.boss.start();
    } catch (error) {
      await database.close();
      throw databaseError(error);
    }
    return database;
  }

  /** Creates the tables, or updates them. `roles`: also creates roles for users who do not own them. */
  static async init(url: string, roles = false): Promise<Database> {
    const database = new Database(await loadDrivers(), url, true);
    try {
      await database.boss.start();
      await database.migrate(roles);
    } catch (error) {
      await database.close();
      throw databaseError(error);
    }
    return database;
  }

  async close(): Promise<void> {
    await this.boss.stop({ graceful: false, close: false }).catch(() => undefined);
    await this.connection.close();
    await this.second.close();
  }

  private async migrate(roles: boolean): Promise<void> {
    await this.connection.transaction(async (asked) => {
      await asked.executeSql(`select pg_advisory_xact_lock(hashtext('${SCHEMA}'))`);
      await asked.executeSql(`create schema if not exists ${SCHEMA}`);
      await asked.executeSql(`create table if not exists ${SCHEMA}.meta (version int not null)`);
      const version = await versionIn(asked);
      if (version > MIGRATIONS.length) throw isNewer(version);
      for (const sql of MIGRATIONS.slice(version)) await asked.executeSql(sql);
      await asked.executeSql(`delete from ${SCHEMA}.meta`);
      await asked.executeSql(`insert into ${SCHEMA}.meta values ($1)`, [MIGRATIONS.length]);
      await asked.executeSql(GUARDS);
      await (roles ? createRoles(asked) : refreshRoles(asked));
      return true;
    });
  }

  private async requireVersion(): Promise<void> {
    const [found] = await this.connection.rows(`select to_regclass('${SCHEMA}.meta') is not null as "isThere"`);
    const version = found?.['isThere'] === true ? await versionIn(this.connection) : 0;
    if (version > MIGRATIONS.length) throw isNewer(version);
    if (version < MIGRATIONS.length) {
      const what =
        version === 0 ? 'the database has no tables of Fencepost' : 'the tables are those of an older Fencepost';
      throw clusterError(what, 'run: fencepost cluster init');
    }
  }
}

async function versionIn(asked: Asked): Promise<number> {
  const { rows } = await asked.executeSql(`select version from ${SCHEMA}.meta`);
  return Number(rows[0]?.['version'] ?? 0);
}

function isNewer(version: number): Error {
  return clusterError(
    `the tables have version ${version}, which is newer than this Fencepost knows (${MIGRATIONS.length})`,
    'install a newer fencepost',
  );
}
