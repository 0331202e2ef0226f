import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import { fencepost } from '@fencepost/testing/built';
import { INSTALL_TIMEOUT } from '@fencepost/testing/npm-packages';
import { digest, newerNode } from './agents.js';
import { Cluster, PATIENCE } from './cluster.js';
import { Server, hasPostgres } from '@fencepost/testing/postgres';

const DENIED = '42501';

describe.skipIf(!hasPostgres || !canCompile)('roles of a cluster', { timeout: PATIENCE }, () => {
  let server: Server;
  let owner: Cluster;
  let alice: Cluster;
  let bob: Cluster;
  let worker: Cluster;
  let reader: Cluster;

  const urlOf = (user: string): string => server.url.replace('fencepost@', `${user}@`);

  /** What the database answers to a user: rows, or the code of an error. */
  async function ask(user: string, text: string, values: unknown[] = []): Promise<unknown> {
    const client = new pg.Client({ connectionString: urlOf(user) });
    await client.connect();
    try {
      return (await client.query<object>(text, values)).rows;
    } catch (error) {
      return (error as pg.DatabaseError).code;
    } finally {
      await client.end();
    }
  }

  /** Nothing was changed, whether it was refused or there was nothing to change. */
  async function cannot(user: string, text: string, values: unknown[] = []): Promise<void> {
    const answer = await ask(user, `${text} returning 1`, values);
    expect([DENIED, []], `${user}: ${text}`).toContainEqual(answer);
  }

  const waiting = ['test/fixtures/cluster/ends.c', '--all', '--model', 'sc', '--', '-DN=3', '-DR=1'];

  /** An agent holds a job of the run. */
  async function taken(user: string, run: string): Promise<{ id: string; attempt: number }> {
    const [row] = (await ask(
      user,
      'select t.job as id, t.attempt from fencepost.run r, fencepost.take(r.id, r.build, r.runtime, 1) t where r.id = $1',
      [run],
    )) as { id: string; attempt: number }[];
    return row!;
  }

  /** The agent no longer holds it, as if there were a result. */
  const release = `select fencepost.release(r.id, r.build, r.runtime, array[$2::uuid], array[$3::int]) as job from fencepost.run r where r.id = $1`;

  const addResult = `insert into fencepost.result (job, run, program, model, epoch, path, attempt, agent)
    values ($1, $2, 0, 'sc', 0, '', $3, 'x')`;

  beforeAll(async () => {
    const node = await newerNode();
    server = new Server();
    await server.start();
    owner = new Cluster(node, server, server.url, 1);
    // A database that is there already gets roles, and keeps them up to date.
    for (const args of [[], ['--roles'], [], ['--roles']]) {
      expect((await owner.commands.run(['cluster', 'init', ...args])).out).toBe('the database is ready\n');
    }
    const users = { alice: 'submit', bob: 'submit', worker: 'work', other: 'work', reader: 'read' };
    for (const [user, role] of Object.entries(users)) {
      await server.ask(`create role ${user} login in role fencepost_${role}`);
    }
    const of = (user: string): Cluster => new Cluster(node, server, urlOf(user), 1);
    [alice, bob, worker, reader] = [of('alice'), of('bob'), of('worker'), of('reader')];
  }, INSTALL_TIMEOUT + PATIENCE);

  afterAll(async () => {
    await worker.commands.killAll();
    await server.stop();
  });

  test.each([
    ['C', ['examples/c/queue.c', '--all']],
    ['C, until the first failure', ['examples/c/message.c', '--model', 'sc,tso,pso']],
    ['checks in TypeScript', ['examples/typescript/ring.test.ts', '--all']],
  ])('are enough to check a program: %s', async (_, args) => {
    worker.commands.agent({ args: ['--jobs', '2'] });
    const [alone, together] = await Promise.all([
      fencepost(['check', ...args, '--format', 'json']),
      alice.commands.run(['cluster', 'submit', ...args, '--format', 'json', '--wait']),
    ]);
    await worker.commands.killAll();
    expect(worker.commands.said).not.toContain('denied');
    expect(digest(together.out)).toBe(digest(alone.out));
    const status = await reader.commands.run(['cluster', 'status', 'last', '--format', 'json']);
    expect(JSON.parse(status.out)).toMatchObject({ status: 'done' });
    const report = await reader.commands.run(['cluster', 'report', 'last', '--format', 'json']);
    expect(digest(report.out)).toBe(digest(alone.out));
  });

  test('are enough for errors of a program, for lost agents, to stop and to resume', async () => {
    worker.commands.agent({ args: ['--jobs', '1'] });
    const wrong = await alice.commands.run(['cluster', 'submit', 'examples/refused/spin.litmus', '--wait']);
    expect(wrong.err).toContain('examples/refused/spin.litmus');
    expect(wrong.code).toBe(2);
    const args = ['test/fixtures/cluster/ends.c', '--all', '--model', 'sc', '--', '-DN=4', '-DR=1'];
    const run = await alice.commands.submit(...args);
    while ((await server.ask('select 1 from fencepost.result where run = $1', [run])).length === 0) await sleep(50);
    await worker.commands.killAll();
    expect((await alice.commands.run(['cluster', 'stop', run])).out).toBe(`${run} is stopped\n`);
    expect((await alice.commands.run(['cluster', 'resume', run])).out).toBe(`${run} is running\n`);
    worker.commands.agent({ args: ['--jobs', '2'] });
    await worker.until(run, 'done');
    await worker.commands.killAll();
    expect(worker.commands.said).not.toContain('denied');
  });

  test('a worker reads no program but of runs that are running', async () => {
    const run = await alice.commands.submit(...waiting);
    const bundle = 'select fencepost.bundle_of($1) as bytes';
    expect(await ask('worker', 'select * from fencepost.bundle')).toBe(DENIED);
    expect(await ask('worker', bundle, [run])).toMatchObject([{ bytes: expect.any(Buffer) as Buffer }]);
    await alice.commands.run(['cluster', 'stop', run]);
    expect(await ask('worker', bundle, [run])).toBe(DENIED);
    expect(await ask('worker', 'set role fencepost')).toBe(DENIED);
  });

  test('a worker changes no results, and adds none for jobs that it does not hold', async () => {
    const run = await alice.commands.submit(...waiting);
    const { id, attempt } = await taken('other', run);
    expect(await ask('worker', addResult, [id, run, attempt])).toBe(DENIED);
    expect(await ask('other', addResult, [id, run, attempt])).toBe(DENIED); // it is still in the queue
    // Nor does it get rid of the job, or make one up.
    expect(await ask('worker', release, [run, id, attempt])).toEqual([]);
    expect(await ask('other', release, [run, id, attempt + 1])).toEqual([]);
    expect(await ask('worker', 'delete from fencepost_jobs.job where id = $1', [id])).toBe(DENIED);
    await ask('worker', 'select fencepost.fail($1, $2, $3, $4)', [run, id, attempt, 'x']);
    await ask('worker', 'select fencepost.forget(array[$1::uuid])', [id]);
    await ask('worker', "select fencepost.keep_rest($1, 'x')", [id]);
    expect(await server.ask('select holder, rest from fencepost.frontier where job = $1', [id])).toEqual([
      { holder: 'other', rest: null },
    ]);
    expect(await server.ask('select state::text from fencepost_jobs.job where id = $1', [id])).toEqual([
      { state: 'active' },
    ]);
    expect(await ask('worker', addResult, [randomUUID(), run, 0])).toBe(DENIED);
    const addJob = "select fencepost.add_jobs($1, array[$2::uuid], array['{}'::jsonb], array[null::bytea])";
    expect(await ask('worker', addJob, [run, randomUUID()])).toBe(DENIED);
    expect(await ask('worker', 'select bytes from fencepost.frontier where run = $1', [run])).toBe(DENIED);
    // Who holds it may.
    expect(await ask('other', release, [run, id, attempt])).toEqual([{ job: id }]);
    expect(await ask('other', addResult, [id, run, attempt])).toEqual([]);
    for (const user of ['worker', 'other', 'alice', 'reader', 'fencepost']) {
      await cannot(user, 'update fencepost.result set executions = 0 where run = $1', [run]);
      await cannot(user, 'delete from fencepost.result where run = $1', [run]);
      expect(await ask(user, 'truncate fencepost.result')).toBe(DENIED);
    }
    expect(await server.ask('select 1 from fencepost.result where run = $1', [run])).toHaveLength(1);
  });

  test('a worker decides nothing about runs that it has no job of', async () => {
    const run = await alice.commands.submit(...waiting);
    await cannot('worker', "update fencepost.run set status = 'done' where id = $1", [run]);
    expect(await ask('worker', 'select fencepost.set_status($1, $2)', [run, 'stopped'])).toBe(DENIED);
    expect(await ask('worker', 'select fencepost.end_with_error($1, $2)', [run, '{}'])).toBe(DENIED);
    await cannot('worker', 'delete from fencepost_jobs.job where name = $1', [`run-${run}`]);
    expect(await ask('worker', 'select fencepost.settle_run($1) as status', [run])).toEqual([{ status: 'running' }]);
    await cannot('worker', 'update fencepost.program set epoch = 7 where run = $1', [run]);
    await cannot('worker', "insert into fencepost.search values ($1, 0, 'sc', 0, '')", [run]);
    await cannot('worker', "insert into fencepost.finding values ($1, 0, 'sc', 0, 'failure', 'x', '', 1, '{}')", [run]);
    await cannot('worker', 'delete from fencepost.run where id = $1', [run]);
    expect(await ask('worker', `select fencepost_jobs.create_queue('x', '{}')`)).toBe(DENIED);
    expect(await ask('worker', `select fencepost_jobs.delete_queue('run-${run}')`)).toBe(DENIED);
    expect(await ask('worker', 'create table fencepost.mine ()')).toBe(DENIED);
  });

  test('a submitter has its own runs only', async () => {
    const run = await alice.commands.submit(...waiting);
    expect(await ask('bob', 'select fencepost.bundle_of($1)', [run])).toBe(DENIED);
    expect(await ask('bob', 'select * from fencepost.bundle')).toBe(DENIED);
    // Knowing the hash of a program does not grant access to it.
    const [{ bundle_hash: hash }] = (await server.ask('select bundle_hash from fencepost.run where id = $1', [
      run,
    ])) as [{ bundle_hash: string }];
    await cannot(
      'bob',
      `insert into fencepost.run (id, policy, build, source, bundle_hash, searches) values ($1, 'all', 'x', 'x', $2, '[]')`,
      [randomUUID(), hash],
    );
    await cannot('bob', "insert into fencepost.bundle values ($1, 'x')", [hash]);
    const { code, err } = await bob.commands.run(['cluster', 'stop', run]);
    expect(err).toMatch(/bob has not submitted run .* \[CLUSTER\]/);
    expect(code).toBe(2);
    expect(await ask('alice', 'select fencepost.set_status($1, $2)', [run, 'done'])).toBe(DENIED);
    await cannot('alice', "update fencepost.run set status = 'done' where id = $1", [run]);
    await cannot('alice', 'delete from fencepost.run where id = $1', [run]);
    expect(await ask('alice', addResult, [randomUUID(), run, 0])).toBe(DENIED);
    await cannot('bob', 'insert into fencepost.frontier (job, run) values ($1, $2)', [randomUUID(), run]);
    await cannot('bob', 'insert into fencepost_jobs.job (id, name) values ($1, $2)', [randomUUID(), `run-${run}`]);
    await cannot('bob', 'delete from fencepost_jobs.job where name = $1', [`run-${run}`]);
    await cannot('bob', "update fencepost_jobs.job set state = 'active' where name = $1", [`run-${run}`]);
  });

  test('a reader writes nothing', async () => {
    const run = await alice.commands.submit(...waiting);
    for (const table of ['run', 'bundle', 'program', 'search', 'frontier', 'result', 'finding', 'agent', 'meta']) {
      await cannot('reader', `delete from fencepost.${table}`);
    }
    await cannot('reader', "update fencepost.run set status = 'stopped'");
    await cannot('reader', 'delete from fencepost_jobs.job');
    await cannot('reader', "update fencepost_jobs.job set state = 'active'");
    for (const args of [['stop', run], ['prune', run], ['init']]) {
      const { code, err } = await reader.commands.run(['cluster', ...args]);
      expect(err, args.join(' ')).toContain('[CLUSTER]');
      expect(code).toBe(2);
    }
    expect((await reader.commands.run(['cluster', 'submit', 'examples/c/message.c'])).err).toContain('[CLUSTER]');
    expect(await reader.commands.run(['cluster', 'history'])).toMatchObject({ code: 0 });
  });

  test('results from another build or runtime are refused, and counted', async () => {
    const run = await alice.commands.submit(...waiting);
    const take = "select job from fencepost.take($1, 'another build', 'Node 1', 1)";
    expect(await ask('worker', take, [run])).toEqual([]);
    const { id, attempt } = await taken('worker', run);
    const others = "select fencepost.release($1, 'another build', 'Node 1', array[$2::uuid], array[$3::int]) as job";
    expect(await ask('worker', others, [run, id, attempt])).toEqual([]);
    const { out } = await reader.commands.run(['cluster', 'status', run]);
    expect(out).toContain('1 result refused, from another build or runtime');
    // Another agent tries again.
    expect(await ask('worker', release, [run, id, attempt])).toEqual([]);
    expect(await taken('other', run)).toEqual({ id, attempt: attempt + 1 });
  });

  test('jobs that are lost are made again when the run is resumed', async () => {
    const run = await alice.commands.submit(...waiting);
    await server.ask('delete from fencepost_jobs.job where name = $1', [`run-${run}`]);
    await alice.commands.run(['cluster', 'resume', run]);
    expect(await server.ask('select 1 from fencepost_jobs.job where name = $1', [`run-${run}`])).toHaveLength(1);
    // Once.
    await alice.commands.run(['cluster', 'resume', run]);
    expect(await server.ask('select 1 from fencepost_jobs.job where name = $1', [`run-${run}`])).toHaveLength(1);
    worker.commands.agent({ args: ['--jobs', '2'] });
    await worker.until(run, 'done');
    await worker.commands.killAll();
  });

  test('the owner forgets runs with their results', async () => {
    const run = await alice.commands.submit(...waiting);
    await alice.commands.run(['cluster', 'stop', run]);
    expect((await owner.commands.run(['cluster', 'prune', run])).out).toBe(`deleted ${run}\n`);
  });
});
