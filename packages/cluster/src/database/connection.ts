import type pg from 'pg';
import type { Drivers } from './drivers.js';
import { TLS_HINT, clusterError, isTransient } from './errors.js';

/** Time without an answer after which the connection is considered lost, in milliseconds. */
const ANSWER_MILLISECONDS = 15_000;
const CONNECT_MILLISECONDS = 10_000;
/** Time allowed for closing a connection in an orderly way, in milliseconds. After that it is closed at once. */
const CLOSE_MILLISECONDS = 500;

export type Row = Readonly<Record<string, unknown>>;

/** Runs a statement. The interface that pg-boss expects. */
export interface Asked {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/**
 * One connection, used by one caller at a time. It is opened on demand, and reopened after it was lost. A statement in
 * progress at that moment fails for its caller, whether or not the database has executed it.
 */
export class Connection implements Asked {
  private readonly drivers: Drivers;
  private readonly url: string;
  private client: pg.Client | undefined;
  private connecting: pg.Client | undefined;
  private turn: Promise<unknown> = Promise.resolve();
  private isClosed = false;

  constructor(drivers: Drivers, url: string) {
    this.drivers = drivers;
    this.url = url;
  }

  executeSql(text: string, values: unknown[] = []): Promise<{ rows: Row[] }> {
    return this.inTurn(async (client) => ({ rows: rowsOf(await client.query(text, values)) }));
  }

  async rows(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.executeSql(text, values)).rows;
  }

  /** Commits the effects of `work`, or rolls them back if `work` throws or returns undefined. */
  transaction<T>(work: (asked: Asked) => Promise<T | undefined>): Promise<T | undefined> {
    return this.inTurn(async (client) => {
      await client.query('begin');
      try {
        const result = await work({
          executeSql: async (text, values = []) => ({ rows: rowsOf(await client.query(text, values)) }),
        });
        await client.query(result === undefined ? 'rollback' : 'commit');
        return result;
      } catch (error) {
        // If the rollback fails, closing the connection rolls back.
        if (!this.isLost(error)) await client.query('rollback').catch(() => this.lose());
        throw error;
      }
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const { client, connecting } = this;
    this.client = undefined;
    if (connecting !== undefined) this.lose(connecting);
    if (client === undefined) return;
    // Do not wait for a server that does not answer.
    const silence = setTimeout(() => this.lose(client), CLOSE_MILLISECONDS);
    await client.end().catch(() => undefined);
    clearTimeout(silence);
  }

  private inTurn<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const result = this.turn.then(async () => {
      try {
        return await work(await this.connected());
      } catch (error) {
        if (this.isLost(error)) this.lose();
        throw error;
      }
    });
    this.turn = result.catch(() => undefined);
    return result;
  }

  private async connected(): Promise<pg.Client> {
    if (this.isClosed) throw clusterError('the connection is closed');
    if (this.client !== undefined) return this.client;
    const client = this.newClient();
    // Without a listener, an error between two statements would end the process.
    client.on('error', () => this.lose(client));
    this.connecting = client;
    try {
      await client.connect();
    } finally {
      this.connecting = undefined;
    }
    this.client = client;
    return client;
  }

  private newClient(): pg.Client {
    try {
      return new this.drivers.Client({
        connectionString: this.url,
        application_name: 'fencepost',
        connectionTimeoutMillis: CONNECT_MILLISECONDS,
        query_timeout: ANSWER_MILLISECONDS,
        keepAlive: true,
      });
    } catch (error) {
      // The driver reads the certificate files.
      if (!(error instanceof Error && 'path' in error)) throw error;
      throw clusterError(`a file that DATABASE_URL names cannot be read: ${error.message}`, TLS_HINT);
    }
  }

  /**
   * Whether the connection is lost. Errors of PostgreSQL itself have codes of five characters; most leave the
   * connection usable.
   */
  private isLost(error: unknown): boolean {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return code.length === 5 ? /^(?:08|57)/.test(code) : isTransient(error);
  }

  private lose(client = this.client): void {
    if (client === undefined) return;
    if (client === this.client) this.client = undefined;
    // An orderly close would wait for a server that does not answer.
    (
      client as unknown as { readonly connection: { readonly stream: { destroy(): void } } }
    ).connection.stream.destroy();
  }
}

function rowsOf(result: pg.QueryResult | pg.QueryResult[]): Row[] {
  // Several statements at once have several results. The last one counts.
  const last = Array.isArray(result) ? result.at(-1) : result;
  return (last?.rows ?? []) as Row[];
}
