import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INSTALL_TIMEOUT } from '@fencepost/testing/npm-packages';
import { newerNode } from './agents.js';
import { Cluster, PATIENCE } from './cluster.js';
import { Server, hasPostgres } from '@fencepost/testing/postgres';

// What a program says, or what is said about it, quotes it: failures, errors, reasons, what was learned. That is for the user who has submitted
// it, and for readers; for agents while they have a job of it.

const SECRET = 'unspeakable';
const JSON_SECRET = JSON.stringify(JSON.stringify({ code: 'CLUSTER', message: SECRET }));

describe.skipIf(!hasPostgres)('output of programs', { timeout: PATIENCE }, () => {
  let server: Server;
  let owner: Cluster;
  const clients = new Map<string, pg.Client>();
  const clusters = new Map<string, Cluster>();
  let runs: Record<'done' | 'error' | 'incomplete' | 'running', string>;

  beforeAll(async () => {
    const node = await newerNode();
    server = new Server();
    await server.start();
    owner = new Cluster(node, server, server.url, 1);
    expect((await owner.commands.run(['cluster', 'init', '--roles'])).err).toBe('');
    const users = { alice: 'submit', bob: 'submit', worker: 'work', other: 'work', reader: 'read' };
    for (const [user, role] of Object.entries(users)) {
      await server.ask(`create role ${user} login in role fencepost_${role}`);
      const url = server.url.replace('fencepost@', `${user}@`);
      clusters.set(user, new Cluster(node, server, url, 1));
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      clients.set(user, client);
    }
    const submit = (): Promise<string> =>
      clusters.get('alice')!.commands.submit('examples/litmus/SB.litmus', '--model', 'tso', '--all');
    runs = { done: await submit(), error: await submit(), incomplete: await submit(), running: await submit() };
    // Everything in the database that comes from a program says it.
    const [row] = await server.ask('select build from fencepost.run limit 1');
    await clients.get('worker')!.query('select * from fencepost.take($1, $2, null, 1)', [runs.running, row!['build']]);
    await server.ask(`set session_replication_role = replica;
      insert into fencepost.result (job, run, program, model, epoch, path, attempt, agent, failures, violations, races, unordered)
        select job, run, 0, 'tso', 0, '', 0, 'x', '"[\\"${SECRET}\\"]"', '"[\\"${SECRET}\\"]"', '"[\\"${SECRET}\\"]"', '${SECRET}' from fencepost.frontier;
      insert into fencepost.finding select id, 0, 'tso', 0, 'failure', 'x', '', 1, '"${SECRET}"' from fencepost.run;
      insert into fencepost.search select id, 0, 'tso', 0, '${SECRET}' from fencepost.run;
      update fencepost.program set knowledge = '{"program": "${SECRET}", "tooDeep": []}';
      update fencepost.frontier set bytes = '${SECRET}', rest = '${SECRET}';
      update fencepost_jobs.job set output = '{"message": "${SECRET}"}';
      update fencepost_jobs.job set state = 'failed' where name = 'run-${runs.incomplete}'`);
    for (const [status, run] of Object.entries(runs)) {
      const error = status === 'error' ? JSON_SECRET : null;
      await server.ask('update fencepost.run set status = $2, error = $3 where id = $1', [run, status, error]);
    }
  }, INSTALL_TIMEOUT + PATIENCE);

  afterAll(async () => {
    for (const client of clients.values()) await client.end();
    await server.stop();
  });

  /** Where a user reads it: tables and functions, with the status of the run. */
  async function read(user: string): Promise<string[]> {
    const client = clients.get(user)!;
    const columns = await server.ask(
      `select format('%I.%I', table_schema, table_name) as table, column_name as column from information_schema.columns
       where table_schema in ('fencepost', 'fencepost_jobs') order by 1, 2`,
    );
    const functions = await server.ask(
      `select format('%I.%I', n.nspname, p.proname) as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = 'fencepost' and p.proargtypes[0] = 'uuid'::regtype and cardinality(p.proargtypes::oid[]) = 1 and p.prorettype <> 'void'::regtype order by 1`,
    );
    const found: string[] = [];
    const isIn = (rows: readonly unknown[]): boolean => {
      const text = JSON.stringify(rows);
      return text.includes(SECRET) || text.includes(Buffer.from(SECRET).toString('hex'));
    };
    const rowsOf = async (text: string, values: unknown[]): Promise<readonly unknown[]> =>
      client.query<object>(text, values).then(
        ({ rows }) => rows,
        (error: unknown) => [(error as Error).message],
      );
    for (const [status, run] of Object.entries(runs)) {
      for (const { table, column } of columns) {
        const [, of] = /\.(.*)/.exec(String(table))!;
        const key = of === 'run' ? 'id::text' : table === 'fencepost_jobs.job' ? 'substr(name, 5)' : 'run::text';
        if (isIn(await rowsOf(`select ${String(column)}::text from ${String(table)} where ${key} = $1`, [run])))
          found.push(`${status}: ${String(table)}.${String(column)}`);
      }
      for (const { name } of functions) {
        if (isIn(await rowsOf(`select ${String(name)}($1)::text`, [run]))) found.push(`${status}: ${String(name)}()`);
      }
    }
    return found;
  }

  const OF_RUN = [
    'fencepost.finding.part',
    'fencepost.frontier.bytes',
    'fencepost.frontier.rest',
    'fencepost.program.knowledge',
    ...['failures', 'races', 'unordered', 'violations'].map((column) => `fencepost.result.${column}`),
    'fencepost.search.bound',
  ];

  const all = (): string[] =>
    Object.keys(runs).flatMap((status) => [
      ...OF_RUN.map((each) => `${status}: ${each}`),
      ...(status === 'error' ? ['error: fencepost.error_of()'] : []),
      ...(status === 'incomplete' ? ['incomplete: fencepost.progress()'] : []),
    ]);

  test('is visible to their submitter', async () => {
    expect((await read('alice')).toSorted()).toEqual(all().toSorted());
  });

  test('is visible to readers', async () => {
    expect((await read('reader')).toSorted()).toEqual([...all(), 'error: fencepost.run.error'].toSorted());
  });

  test('is not visible to other submitters, nor to agents without a job', async () => {
    expect(await read('bob')).toEqual([]);
    expect(await read('other')).toEqual([]);
  });

  test('is for agents as far as they need it', async () => {
    expect(await read('worker')).toEqual([
      'running: fencepost.finding.part',
      'running: fencepost.program.knowledge',
      'running: fencepost.search.bound',
    ]);
  });

  test('is not printed for others, who see the progress of a run', async () => {
    for (const [user, isShown] of [
      ['alice', true],
      ['reader', true],
      ['bob', false],
    ] as const) {
      const { commands } = clusters.get(user)!;
      const status = await commands.run(['cluster', 'status', runs.incomplete]);
      expect(status.code).toBe(0);
      expect(status.out).toMatch(/SB\.litmus .*incomplete/);
      expect(status.out).toMatch(/, 1 failure$/m);
      expect(status.out.includes(SECRET)).toBe(isShown);
      if (!isShown) expect(status.out).toContain('only the user who submitted the run can see the reason');
      const report = await commands.run(['cluster', 'report', runs.error]);
      expect(report.err).toContain('[CLUSTER]');
      expect(report.err.includes(SECRET)).toBe(isShown);
      expect((await commands.run(['cluster', 'history'])).out).toContain(runs.error);
    }
  });
});
