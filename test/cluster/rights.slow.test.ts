import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../packages/cluster/src/database/rights.js';
import { RIGHTS, ROLES, rightsInWords } from '../../packages/cluster/src/database/rights.js';
import { root } from '@fencepost/testing/built';
import { INSTALL_TIMEOUT } from '@fencepost/testing/npm-packages';
import { newerNode } from './agents.js';
import { Cluster, PATIENCE } from './cluster.js';
import { Server, hasPostgres } from '@fencepost/testing/postgres';

const ROLE_NAMES = Object.keys(ROLES) as Role[];
const SCHEMAS = "('fencepost', 'fencepost_jobs')";

/** One statement that needs one right, and what is to be allowed. */
interface Attempt {
  /** Table and column, or function. */
  readonly on: string;
  readonly right: string;
  readonly text: string;
}

test('the documentation shows all rights', () => {
  const docs = readFileSync(join(root, 'deploy/rights.md'), 'utf8');
  const shown = docs.split('\n').filter((line) => /^\| `fencepost(?:_jobs)?\..*\|.*\|.*\|/.test(line));
  const cells = (line: string): string[] => line.split('|').map((cell) => cell.trim());
  expect(shown.map(cells)).toEqual(rightsInWords().map(cells));
});

describe.skipIf(!hasPostgres)('rights of roles', { timeout: PATIENCE }, () => {
  let server: Server;
  let owner: Cluster;
  const clients = new Map<Role, pg.Client>();

  beforeAll(async () => {
    const node = await newerNode();
    server = new Server();
    await server.start();
    owner = new Cluster(node, server, server.url, 1);
    expect((await owner.commands.run(['cluster', 'init', '--roles'])).err).toBe('');
    // So that there is a queue with a table of its own, too.
    await owner.commands.submit('examples/litmus/SB.litmus');
    for (const role of ROLE_NAMES) {
      await server.ask(`create role user_${role} login in role ${ROLES[role]}`);
      const client = new pg.Client({ connectionString: server.url.replace('fencepost@', `user_${role}@`) });
      await client.connect();
      clients.set(role, client);
    }
  }, INSTALL_TIMEOUT + PATIENCE);

  afterAll(async () => {
    for (const client of clients.values()) await client.end();
    await server.stop();
  });

  /** Does the database let the role do it? Whatever it does is undone. */
  async function isAllowed(role: Role, { text }: Attempt): Promise<boolean> {
    const client = clients.get(role)!;
    await client.query('begin');
    try {
      await client.query(text);
      return true;
    } catch (error) {
      // Other errors come after rights were checked.
      return !/^(?:permission denied for|must be owner of)/.test((error as Error).message);
    } finally {
      await client.query('rollback');
    }
  }

  /** No rows are touched: rights come first, and row security last. */
  async function attempts(): Promise<Attempt[]> {
    const columns = await server.ask(
      `select format('%I.%I', n.nspname, c.relname) as table, format('%I', a.attname) as column, format_type(a.atttypid, a.atttypmod) as type
       from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ${SCHEMAS} and c.relkind in ('r', 'p', 'v', 'm', 'f') and a.attnum > 0 and not a.attisdropped`,
    );
    const functions = await server.ask(
      `select format('%I.%I', n.nspname, p.proname) as name, coalesce((select string_agg('null::' || format_type(t, null), ', ') from unnest(p.proargtypes) t), '') as arguments
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ${SCHEMAS}`,
    );
    const sequences = await server.ask(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ${SCHEMAS} and c.relkind = 'S'`,
    );
    const tables = [...new Set(columns.map(({ table }) => String(table)))];
    return [
      ...columns.flatMap((row) => {
        const [table, column, type] = [String(row['table']), String(row['column']), String(row['type'])];
        const on = `${table}.${column}`;
        return [
          { on, right: 'select', text: `select ${column} from ${table} limit 0` },
          {
            on,
            right: 'insert',
            text: `insert into ${table} (${column}) overriding system value select null::${type} where false`,
          },
          { on, right: 'update', text: `update ${table} set ${column} = default where false` },
        ];
      }),
      ...tables.flatMap((on) => [
        { on, right: 'delete', text: `delete from ${on} where false` },
        { on, right: 'truncate', text: `truncate ${on}` },
        { on, right: 'lock', text: `lock ${on} in access exclusive mode` },
        { on, right: 'alter', text: `comment on table ${on} is 'mine'` },
      ]),
      ...functions.map(({ name, arguments: given }) => ({
        ...{ on: `${String(name)}()`, right: 'execute', text: `select ${String(name)}(${String(given)})` },
      })),
      ...sequences.map(({ name }) => ({ on: String(name), right: 'usage', text: `select nextval('${String(name)}')` })),
      ...['fencepost', 'fencepost_jobs'].map((on) => ({ on, right: 'create', text: `create table ${on}.mine ()` })),
    ];
  }

  /** As `RIGHTS` says. */
  function expected(role: Role, { on, right }: Attempt): boolean {
    const said = RIGHTS.find((each) => on === each.on || on.startsWith(`${each.on}.`));
    const granted = said?.[role]?.match(/\w+(?: \([^)]*\))?/g) ?? [];
    return granted.some((each) => {
      const [, statement, columns] = /^(\w+)(?: \(([^)]*)\))?$/.exec(each)!;
      return statement === right && (columns === undefined || columns.split(', ').includes(on.split('.').at(-1)!));
    });
  }

  test('agree with the table, for every statement on every table, column and function', async () => {
    const all = await attempts();
    // A test that asks nothing finds nothing.
    expect(all.length).toBeGreaterThan(500);
    for (const { on } of RIGHTS)
      expect(
        all.some((each) => each.on === on || each.on.startsWith(`${on}.`)),
        on,
      ).toBe(true);
    const wrong: string[] = [];
    let allowed = 0;
    for (const role of ROLE_NAMES) {
      for (const attempt of all) {
        const is = await isAllowed(role, attempt);
        if (is) allowed++;
        if (is !== expected(role, attempt))
          wrong.push(`${role} ${is ? 'may' : 'may not'} ${attempt.right} ${attempt.on}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(allowed).toBeGreaterThan(50);
  });

  test('functions with the rights of the owner use only schemas where no one else can create objects', async () => {
    const open = await server.ask(
      `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ${SCHEMAS} and p.prosecdef and not coalesce(p.proconfig, '{}') @> array['search_path=pg_catalog, pg_temp']`,
    );
    expect(open).toEqual([]);
  });

  const isOwner = `select pg_has_role('user_submit', 'fencepost', 'member') as yes`;
  const escalate = `insert into fencepost_jobs.bam (name, version, status, table_name, command)
    values ('x', 43, 'pending', 'job_common', 'grant fencepost to user_submit')`;
  const command = ['cluster', 'init'];

  test('no role can make the owner execute code', async () => {
    await expect(clients.get('submit')!.query(escalate)).rejects.toThrow('permission denied for table bam');
    await expect(clients.get('work')!.query(escalate)).rejects.toThrow('permission denied for table bam');
    await expect(clients.get('work')!.query("update fencepost_jobs.queue set table_name = 'job'")).rejects.toThrow(
      'permission denied for table queue',
    );
  });

  test('rows that roles could write before are not executed after an update', async () => {
    await server.ask('grant insert, select on all tables in schema fencepost_jobs to fencepost_submit');
    await clients.get('submit')!.query(escalate);
    // As if the last update was long ago.
    await server.ask('update fencepost_jobs.version set bam_on = null');
    expect((await owner.commands.run(command)).out).toBe('the database is ready\n');
    expect(await server.ask(isOwner)).toEqual([{ yes: false }]);
    expect(await server.ask("select 1 from fencepost_jobs.bam where name = 'x'")).toEqual([]);
    await expect(clients.get('submit')!.query(escalate)).rejects.toThrow('permission denied for table bam');
  });

  test('the owner can still bring the tables up to date, and forget runs', async () => {
    expect((await owner.commands.run([...command, '--roles'])).out).toBe('the database is ready\n');
    const run = await owner.commands.submit('examples/litmus/MP.litmus');
    await owner.commands.run(['cluster', 'stop', run]);
    expect((await owner.commands.run(['cluster', 'prune', run])).out).toBe(`deleted ${run}\n`);
    const left = await server.ask('select name from fencepost_jobs.queue where name = $1', [`run-${run}`]);
    expect(left).toEqual([]);
    expect(await server.ask("select to_regclass('fencepost_jobs.job') is not null as yes")).toEqual([{ yes: true }]);
  });
});
