import type pg from 'pg';
import type { Drivers } from './drivers.js';
import { clusterError, isTransient } from './errors.js';

/** A database that does not answer for so long is away. */
const ANSWER_MILLISECONDS = 15_000;
const CONNECT_MILLISECONDS = 10_000;

export type Row = Readonly<Record<string, unknown>>;

/** What can be asked. As pg-boss wants it, too. */
export interface Asked {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/**
 * One connection, for one at a time. It is made when it is needed, and again after it was lost. What was asked when it was lost
 * has failed for whoever asked, whether it was done or not.
 */
export class Connection implements Asked {
  private readonly drivers: Drivers;
  private readonly url: string;
  private client: pg.Client | undefined;
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

  /** All or nothing. undefined: nothing, as it was decided on the way. */
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
        // Where it cannot be undone, the connection is lost, which undoes it.
        if (!this.isLost(error)) await client.query('rollback').catch(() => this.lose());
        throw error;
      }
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const { client } = this;
    this.client = undefined;
    await client?.end().catch(() => undefined);
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
    if (this.isClosed) throw clusterError('the connection was closed');
    if (this.client !== undefined) return this.client;
    const client = new this.drivers.Client({
      connectionString: this.url,
      application_name: 'fencepost',
      connectionTimeoutMillis: CONNECT_MILLISECONDS,
      query_timeout: ANSWER_MILLISECONDS,
      keepAlive: true,
    });
    // Also between questions: without a listener, it would end the process.
    client.on('error', () => this.lose(client));
    await client.connect();
    this.client = client;
    return client;
  }

  /** PostgreSQL's own answers have a code of five characters; most leave the connection as it is. */
  private isLost(error: unknown): boolean {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return code.length === 5 ? /^(?:08|57)/.test(code) : isTransient(error);
  }

  private lose(client = this.client): void {
    if (client === undefined) return;
    if (client === this.client) this.client = undefined;
    // Not politely: whoever does not answer would have to be waited for.
    (
      client as unknown as { readonly connection: { readonly stream: { destroy(): void } } }
    ).connection.stream.destroy();
  }
}

function rowsOf(result: pg.QueryResult | pg.QueryResult[]): Row[] {
  // Of several statements at once, the last one's.
  const last = Array.isArray(result) ? result.at(-1) : result;
  return (last?.rows ?? []) as Row[];
}
