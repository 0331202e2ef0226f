import type { Asked } from './connection.js';
import { Connection } from './connection.js';
import type { Drivers } from './drivers.js';
import { loadDrivers, loadQueue } from './drivers.js';
import { clusterError, databaseError, requireAddress } from './errors.js';
import { GUARDS } from './guards.js';
import { createRoles, distrustQueue, refreshRoles } from './roles.js';
import { MIGRATIONS, QUEUE_SCHEMA, SCHEMA } from './schema.js';

/** Time that `init` waits for locks held by users of the tables. */
const INIT_LOCK_TIMEOUT = '10s';

/** The database of a cluster: our tables, and the queues of pg-boss. */
export class Database {
  /** One connection is enough: an agent's requests take milliseconds, and its threads share requests. */
  readonly connection: Connection;
  /** Whether the tables are known to have the version of this code. */
  private isKnown = false;

  private constructor(drivers: Drivers, url: string) {
    requireAddress(url);
    this.connection = new Connection(drivers, url);
  }

  /**
   * Creates the database object without connecting. The caller must call `requireVersion` first, and again if the
   * database cannot be reached.
   */
  static async later(url: string): Promise<Database> {
    return new Database(await loadDrivers(), url);
  }

  /** Opens the database. Throws CLUSTER unless the tables exist in the version of this code. */
  static async open(url: string): Promise<Database> {
    const database = await Database.later(url);
    try {
      await database.requireVersion();
    } catch (error) {
      await database.close();
      throw databaseError(error);
    }
    return database;
  }

  /** Creates or updates the tables. With `roles`, also creates roles for users who do not own them. */
  static async init(url: string, roles = false): Promise<Database> {
    const [drivers, PgBoss] = await Promise.all([loadDrivers(), loadQueue()]);
    const database = new Database(drivers, url);
    try {
      await distrustQueue(database.connection);
      const boss = new PgBoss({
        ...{ db: database.connection, schema: QUEUE_SCHEMA, migrate: true, createSchema: true },
        ...{ supervise: false, schedule: false },
      });
      boss.on('error', () => undefined); // the caller also receives the error
      try {
        await boss.start();
        await database.migrate(roles);
      } finally {
        await boss.stop({ graceful: false, close: false }).catch(() => undefined);
      }
    } catch (error) {
      await database.close();
      throw databaseError(error);
    }
    return database;
  }

  async close(): Promise<void> {
    await this.connection.close();
  }

  private async migrate(roles: boolean): Promise<void> {
    await this.connection.transaction(async (asked) => {
      await asked.executeSql(`set local lock_timeout = '${INIT_LOCK_TIMEOUT}'`);
      await asked.executeSql(`create schema if not exists ${SCHEMA}`);
      await asked.executeSql(`create table if not exists ${SCHEMA}.meta (version int not null)`);
      // One `init` at a time. Not an advisory lock, which any user can take.
      await asked.executeSql(`lock table ${SCHEMA}.meta in exclusive mode`);
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

  /** Throws CLUSTER unless the tables exist in the version of this code. */
  async requireVersion(): Promise<void> {
    if (this.isKnown) return;
    const [found] = await this.connection.rows(`select to_regclass('${SCHEMA}.meta') is not null as "isThere"`);
    const version = found?.['isThere'] === true ? await versionIn(this.connection) : 0;
    if (version > MIGRATIONS.length) throw isNewer(version);
    if (version < MIGRATIONS.length) {
      const what =
        version === 0 ? 'the database has no Fencepost tables' : 'the tables are from an older version of Fencepost';
      throw clusterError(what, 'run: fencepost cluster init');
    }
    this.isKnown = true;
  }
}

async function versionIn(asked: Asked): Promise<number> {
  const { rows } = await asked.executeSql(`select version from ${SCHEMA}.meta`);
  return Number(rows[0]?.['version'] ?? 0);
}

function isNewer(version: number): Error {
  return clusterError(
    `the tables have version ${version}, but this version of Fencepost supports ${MIGRATIONS.length} at most`,
    'install a newer fencepost',
  );
}
