import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import { fencepost, root } from '@fencepost/testing/built';
import { INSTALL_TIMEOUT } from '@fencepost/testing/npm-packages';
import { digest, newerNode } from './agents.js';
import { Cluster, PATIENCE } from './cluster.js';
import { Server, hasPostgres } from '@fencepost/testing/postgres';

describe('fencepost cluster without a database', () => {
  test('needs DATABASE_URL', async () => {
    const { code, err } = await fencepost(['cluster', 'history'], { env: { DATABASE_URL: '' } });
    expect(err).toContain('DATABASE_URL is not set [USAGE]');
    expect(code).toBe(2);
  });

  test('lists its commands', async () => {
    const { code, out } = await fencepost(['cluster']);
    expect(out).toContain('submit FILE…');
    expect(code).toBe(0);
    const { err } = await fencepost(['cluster', 'submitt']);
    expect(err).toContain('did you mean submit?');
  });

  test.runIf(Number(process.versions.node.split('.')[0]) < 22)('reports that Node is too old', async () => {
    const { code, err } = await fencepost(['cluster', 'history'], { env: { DATABASE_URL: 'postgres://nowhere/' } });
    expect(err).toMatch(/a cluster needs Node 22\.12 or newer, this is .* \[CLUSTER\]\n {2}hint: /);
    expect(code).toBe(2);
  });
});

describe.skipIf(!hasPostgres || !canCompile)('fencepost cluster', { timeout: PATIENCE }, () => {
  let server: Server;
  let cluster: Cluster;

  beforeAll(async () => {
    const node = await newerNode();
    server = new Server();
    await server.start();
    cluster = new Cluster(node, server, server.url, 1);
    const early = await cluster.commands.run(['cluster', 'history']);
    expect(early.err).toContain('the database has no Fencepost tables [CLUSTER]\n  hint: run: fencepost cluster init');
    // Twice: it may be run again after an update.
    for (let i = 0; i < 2; i++)
      expect((await cluster.commands.run(['cluster', 'init'])).out).toBe('the database is ready\n');
    cluster.commands.agent({ args: ['--jobs', '2'] });
  }, INSTALL_TIMEOUT + PATIENCE);

  afterAll(async () => {
    await cluster.commands.killAll();
    await server.stop();
  });

  test.each([
    ['C', ['examples/c/queue.c', '--all']],
    ['C, with data races', ['examples/c/mp.c', '--all', '--races', '--model', 'tso']],
    ['a litmus test', ['examples/litmus/SB.litmus', '--all']],
    [
      'litmus tests and C at once',
      ['examples/litmus/SB.litmus', 'examples/litmus/MP.litmus', 'examples/c/mp.c', 'examples/c/queue.c', '--all'],
    ],
    ['generators', ['examples/programs/dekker.mjs', '--all']],
    ['odd messages', ['test/fixtures/cluster/messages.mjs', '--model', 'tso', '--all']],
    ['checks in TypeScript', ['examples/typescript/ring.test.ts', '--all']],
  ])('finds the same as one process: %s', async (_, args) => {
    const [alone, together] = await Promise.all([
      fencepost(['check', ...args, '--format', 'json']),
      cluster.commands.run(['cluster', 'submit', ...args, '--format', 'json', '--wait']),
    ]);
    expect(together.err).toMatch(/^fencepost: run \S+\n$/);
    expect(digest(together.out)).toBe(digest(alone.out));
    expect(together.code).toBe(alone.code);
  });

  test('prints the same as check', async () => {
    const args = ['examples/c/message.c', '--model', 'sc,pso'];
    const alone = await fencepost(['check', ...args]);
    const together = await cluster.commands.run(['cluster', 'submit', ...args, '--wait']);
    const timeless = (text: string): string => text.replaceAll(/[\d.]+ s\b/g, '… s');
    expect(together.err).toMatch(/^fencepost: run \S+\n$/);
    expect(timeless(together.out)).toBe(timeless(alone.out));
    expect(together.code).toBe(1);
  });

  test('ends with an error of the program as check does', async () => {
    const alone = await fencepost(['check', 'examples/refused/spin.litmus']);
    const together = await cluster.commands.run(['cluster', 'submit', 'examples/refused/spin.litmus', '--wait']);
    expect(together.err).toBe(alone.err);
    expect(together.code).toBe(alone.code);
  });

  test('ends where checked code replaces built-ins that an agent relies on', async () => {
    const file = 'test/fixtures/cluster/replaces.check.mjs';
    const { code, err } = await cluster.commands.run(['cluster', 'submit', file, '--wait']);
    expect(err).toMatch(/replaces Array\.prototype\.push, which the checker depends on \[BUILT_IN_REPLACED\]/);
    expect(code).toBe(2);
  });

  test('names runs, shows their progress, and deletes them', async () => {
    const { commands } = cluster;
    const run = await commands.submit('examples/c/message.c');
    await cluster.until(run, 'done');
    expect((await commands.run(['cluster', 'history'])).out).toContain(`${run}  done        least`);
    const status = await commands.run(['cluster', 'status', run.slice(0, 8), '--format', 'json']);
    expect(JSON.parse(status.out)).toMatchObject({ id: run, status: 'done', policy: 'least', jobs: { waiting: 0 } });
    expect((await commands.run(['cluster', 'prune', 'last'])).out).toBe(`deleted ${run}\n`);
    expect((await commands.run(['cluster', 'report', run])).err).toContain(`there is no run ${run} [CLUSTER]`);
    for (const table of ['program', 'result', 'frontier', 'finding']) {
      expect(await server.ask(`select 1 from fencepost.${table} where run = $1`, [run])).toEqual([]);
    }
  });

  test('an agent that has to end commits its results, and others go on', async () => {
    const { commands } = cluster;
    await commands.killAll();
    const run = await commands.submit('test/fixtures/cluster/ends.c', '--all', '--model', 'sc', '--', '-DN=4', '-DR=1');
    const agent = commands.agent({ args: ['--jobs', '2'] });
    const ended = new Promise<number | null>((resolve) => agent.once('exit', resolve));
    while ((await server.ask('select 1 from fencepost.result where run = $1', [run])).length === 0) await sleep(50);
    agent.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(await cluster.status(run)).toBe('running');
    expect((await commands.run(['cluster', 'prune', run])).err).toContain(`${run} is running [CLUSTER]`);
    commands.agent({ args: ['--jobs', '2', '--until-idle'] });
    await cluster.until(run, 'done');
  });

  test('a machine that cannot load the program leaves it to others', async () => {
    const { commands } = cluster;
    await commands.killAll();
    const here = mkdtempSync(join(tmpdir(), 'fencepost-here-'));
    const there = mkdtempSync(join(tmpdir(), 'fencepost-there-'));
    for (const folder of [here, there]) {
      mkdirSync(join(folder, 'node_modules', 'helper'), { recursive: true });
      symlinkSync(join(root, 'packages', 'fencepost'), join(folder, 'node_modules', 'fencepost'));
    }
    writeFileSync(join(here, 'node_modules', 'helper', 'index.js'), 'exports.one = 1;');
    writeFileSync(
      join(here, 'needs.mjs'),
      `import helper from 'helper'; import { program, store } from 'fencepost';
       export default program('needs', (p) => { const x = p.variable('x'); p.thread('t', function* () { yield store(x, helper.one); }); });`,
    );
    try {
      const { out } = await commands.run(['cluster', 'submit', 'needs.mjs'], {}, here);
      const run = out.trim();
      const before = commands.said.length;
      const unfit = commands.agent({ args: ['--jobs', '1', '--until-idle'], cwd: there });
      await new Promise((resolve) => unfit.once('exit', resolve));
      expect(commands.said.slice(before)).toMatch(/this machine cannot load the program: .*helper/);
      expect(commands.said.slice(before)).toContain(`run ${run}: still running on other agents`);
      expect(await cluster.status(run)).toBe('running');
      commands.agent({ args: ['--jobs', '1', '--until-idle'], cwd: here });
      await cluster.until(run, 'done');
    } finally {
      for (const folder of [here, there]) rmSync(folder, { recursive: true });
    }
  });

  test('submitting a program keeps it while the same program is deleted', async () => {
    const { commands } = cluster;
    const old = await commands.submit('examples/c/message.c', '--model', 'sc');
    await commands.run(['cluster', 'stop', old]);
    const client = new pg.Client(server.url);
    await client.connect();
    await client.query('begin');
    // As `submit` does.
    await client.query(
      `select fencepost.submit_run(gen_random_uuid(), 'all', 'none', null, 'x', b.bytes,
         '[{"program":0,"model":"sc","all":true,"races":false,"unordered":null}]', '{p}')
       from fencepost.bundle b join fencepost.run r on r.bundle_hash = b.hash where r.id = $1`,
      [old],
    );
    const pruning = commands.run(['cluster', 'prune', old]);
    while ((await server.ask('select 1 from pg_locks where not granted')).length === 0) await sleep(50);
    await client.query('commit');
    await client.end();
    expect((await pruning).out).toContain('deleted ');
    const kept = "select 1 from fencepost.bundle b join fencepost.run r on r.bundle_hash = b.hash where r.source = 'x'";
    expect(await server.ask(kept)).toHaveLength(1);
    // No agent has the build of this run.
    expect((await commands.run(['cluster', 'stop', 'last'])).out).toContain('is stopped');
  });

  test('is refused by an older Fencepost', async () => {
    const [{ version }] = (await server.ask('select version from fencepost.meta')) as [{ version: number }];
    await server.ask('update fencepost.meta set version = 99');
    const { err } = await cluster.commands.run(['cluster', 'history']);
    expect(err).toContain('the tables have version 99, but this version of Fencepost supports');
    await server.ask('update fencepost.meta set version = $1', [version]);
  });

  test('reports that a database is unavailable', async () => {
    const DATABASE_URL = `postgres://fencepost@localhost/none?host=${join(root, 'nowhere')}`;
    const { code, err } = await cluster.commands.run(['cluster', 'history'], { DATABASE_URL });
    expect(err).toMatch(/^fencepost: the database cannot be used: .* \[CLUSTER\]\n {2}hint: /);
    expect(code).toBe(2);
  });
});
