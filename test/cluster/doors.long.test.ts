import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import { requestFor } from '../../packages/fencepost/src/run/check-request.js';
import { fencepost } from '@fencepost/testing/built';
import { INSTALL_TIMEOUT } from '@fencepost/testing/npm-packages';
import { newerNode } from './agents.js';
import { Cluster, PATIENCE } from './cluster.js';
import { Proxy } from './proxy.js';
import { Server, hasPostgres } from '@fencepost/testing/postgres';

// One run, one machine or one message must not do to a cluster what only its owner may.

const GOOD = ['examples/litmus/SB.litmus', '--model', 'sc'];
const FIXTURES = 'test/fixtures/cluster';

describe.skipIf(!hasPostgres || !canCompile)('the doors of a cluster', { timeout: PATIENCE }, () => {
  let node: string;
  let server: Server;
  let cluster: Cluster;
  let folder: string;

  beforeAll(async () => {
    node = await newerNode();
    folder = mkdtempSync(join(tmpdir(), 'fencepost-doors-'));
    server = new Server();
    await server.start();
    cluster = new Cluster(node, server, server.url, 1);
    expect((await cluster.commands.run(['cluster', 'init'])).err).toBe('');
  }, INSTALL_TIMEOUT + PATIENCE);

  afterEach(async () => {
    await cluster.commands.killAll();
    await server.ask("update fencepost.run set status = 'stopped' where status = 'running'");
  });

  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A run with any bytes as its bundle, of the build that is tested. */
  async function submitBytes(bytes: Buffer, searches = [{ program: 0, model: 'sc' }], source = 'bad'): Promise<string> {
    const known = await cluster.commands.submit(...GOOD);
    await cluster.commands.run(['cluster', 'stop', known]);
    const [row] = await server.ask('select build, gen_random_uuid() as id from fencepost.run where id = $1', [known]);
    const names = [...new Set(searches.map(({ program }) => `p${program}`))];
    await server.ask('select fencepost.submit_run($1, $2, $3, null, $4, $5, $6, $7)', [
      ...[row!['id'], 'all', row!['build'], source, bytes],
      ...[JSON.stringify(searches.map((each) => ({ ...each, all: true, races: false, unordered: null }))), names],
    ]);
    return row!['id'] as string;
  }

  const bundle = {
    ...{
      sources: ['a.litmus'],
      request: { load: {}, search: {}, limits: {} },
      environment: { values: {}, others: [] },
    },
    ...{ programs: [{ source: 'a.litmus', digest: 'x' }], cwd: '', files: {}, built: {} },
  };
  const packed = (value: unknown): Buffer => deflateRawSync(JSON.stringify(value));

  test.each([
    ['garbage', Buffer.from('no bundle at all'), 'it is not a bundle'],
    ['null', packed(null), 'it is not a bundle'],
    ['{}', packed({}), 'it is not a bundle'],
    ['a file elsewhere', packed({ ...bundle, files: { '../../outside': 'eA==' } }), 'outside of its folder'],
    ['a folder elsewhere', packed({ ...bundle, cwd: '../..' }), 'outside of its folder'],
    ['600 MB of blanks', deflateRawSync(Buffer.alloc(600 << 20, 32)), 'it is too large'],
  ])('a bundle that cannot be unpacked ends its run, and agents go on: %s', async (_, bytes, reason) => {
    const bad = await submitBytes(bytes);
    const good = await cluster.commands.submit(...GOOD);
    cluster.commands.agent({ args: ['--jobs', '1', '--until-idle'] });
    await cluster.until(good, 'done');
    expect(await cluster.status(bad)).toBe('error');
    const { code, err } = await cluster.commands.run(['cluster', 'report', bad]);
    expect(err).toContain(reason);
    expect(err).toContain('[CLUSTER]');
    expect(code).toBe(2);
  });

  test('a program that cannot be loaded anywhere ends its run with a reason, and agents go on', async () => {
    const bad = await submitBytes(packed({ ...bundle, request: requestFor({}) }));
    const good = await cluster.commands.submit(...GOOD);
    for (let i = 0; i < 6; i++) {
      const agent = cluster.commands.agent({ args: ['--jobs', '1', '--until-idle'] });
      await new Promise((resolve) => agent.once('exit', resolve));
    }
    expect(await cluster.status(good)).toBe('done');
    const { out } = await cluster.commands.run(['cluster', 'status', bad]);
    expect(out).toContain('incomplete');
    expect(out).toMatch(/lost: job .*: this machine cannot load the program: .*a\.litmus/);
  });

  test('a program that hangs is stopped within ten seconds, and the agent goes on', async () => {
    const bad = await cluster.commands.submit(`${FIXTURES}/hangs.check.mjs`, '--model', 'sc', '--all');
    const good = await cluster.commands.submit(...GOOD);
    cluster.commands.agent({ args: ['--jobs', '1'] });
    const active = "select 1 from fencepost_jobs.job where name = $1 and state = 'active'";
    while ((await server.ask(active, [`run-${bad}`])).length === 0) await sleep(50);
    await sleep(3000);
    expect(await cluster.status(good)).toBe('running');
    await cluster.commands.run(['cluster', 'stop', bad]);
    const stopped = performance.now();
    await cluster.until(good, 'done');
    expect(performance.now() - stopped).toBeLessThan(10_000);
  });

  test('a program that hangs ends its run with a reason, and others go on meanwhile', async () => {
    const bad = await cluster.commands.submit(`${FIXTURES}/hangs.check.mjs`, '--model', 'sc', '--all');
    const good = await cluster.commands.submit(...GOOD);
    cluster.commands.agent({ args: ['--jobs', '1'] });
    cluster.commands.agent({ args: ['--jobs', '1'] });
    await cluster.until(good, 'done');
    expect(await cluster.status(bad)).toBe('running');
    while ((await cluster.status(bad)) === 'running') await sleep(500);
    expect(await cluster.status(bad)).toBe('error');
    const { err } = await cluster.commands.run(['cluster', 'report', bad]);
    expect(err).toMatch(/an execution does not finish: no progress for \d+ s \[CLUSTER\]/);
  });

  test('a run without jobs does not block the next', async () => {
    const lost = await cluster.commands.submit(...GOOD);
    await server.ask('delete from fencepost_jobs.job where name = $1', [`run-${lost}`]);
    const good = await cluster.commands.submit(...GOOD);
    cluster.commands.agent({ args: ['--jobs', '1'] });
    await cluster.until(good, 'done');
    expect(await cluster.status(lost)).toBe('running');
    await cluster.commands.run(['cluster', 'resume', lost]);
    await cluster.until(lost, 'done');
  });

  test.each(['0', '1'])('agents have the environment of the submitter: %s', async (value) => {
    const args = [`${FIXTURES}/environment.check.mjs`, '--model', 'sc', '--all'];
    const env = { FENCEPOSTLESS_EXTRA: value, FENCEPOSTLESS_SECRET: 'unsaid' };
    const other = { FENCEPOSTLESS_EXTRA: value === '0' ? '1' : '0' };
    const executions = async (of: NodeJS.ProcessEnv): Promise<number> => {
      const { out } = await fencepost(['check', ...args, '--format', 'json'], { env: of });
      return (JSON.parse(out) as { checks: { executions: number }[] }).checks[0]!.executions;
    };
    const expected = await executions(env);
    expect(await executions(other)).not.toBe(expected);
    // The one that does all of it has another.
    cluster.commands.agent({ env: other });
    const { out, err } = await cluster.commands.run(['cluster', 'submit', ...args], env);
    expect(err).toBe('');
    const run = out.trim();
    await cluster.until(run, 'done');
    const sums = await server.ask('select sum(executions)::int as executions from fencepost.result where run = $1', [
      run,
    ]);
    expect(sums).toEqual([{ executions: expected }]);
    // The database has what was read, and nothing else of the environment.
    const [row] = await server.ask(
      'select bytes from fencepost.bundle b join fencepost.run r on r.bundle_hash = b.hash where r.id = $1',
      [run],
    );
    const sent = inflateRawSync(row!['bytes'] as Buffer).toString();
    expect(sent).toContain(`"FENCEPOSTLESS_EXTRA":"${value}"`);
    expect(sent).not.toMatch(/unsaid|FENCEPOSTLESS_SECRET/);
  });

  test('a program that reads the environment only while it runs is refused', async () => {
    cluster.commands.agent();
    const args = ['cluster', 'submit', `${FIXTURES}/late-environment.check.mjs`, '--model', 'sc', '--wait'];
    const { code, err } = await cluster.commands.run(args, { FENCEPOSTLESS_LATE: '1' });
    expect(err).toMatch(/reads the environment variable FENCEPOSTLESS_LATE while it runs.* \[CLUSTER\]/);
    expect(code).toBe(2);
    // Where it is not set, there is nothing to read.
    expect((await cluster.commands.run(args)).code).toBe(0);
  });

  test('JavaScript needs agents with the same Node and options, C does not; an agent that can do nothing reports it', async () => {
    const { commands } = cluster;
    const script = await commands.submit('examples/programs/dekker.mjs', '--model', 'sc');
    const compiled = await commands.submit(...GOOD);
    const before = commands.said.length;
    const other = commands.agent({
      args: ['--jobs', '1', '--until-idle'],
      env: { NODE_OPTIONS: '--stack-trace-limit=7' },
    });
    const code = await new Promise((resolve) => other.once('exit', resolve));
    expect(await cluster.status(compiled)).toBe('done');
    expect(await cluster.status(script)).toBe('running');
    expect(commands.said.slice(before)).toMatch(
      new RegExp(
        `run ${script} is not for this agent: it was submitted by Node \\S+, this is Node \\S+ --stack-trace-limit=7`,
      ),
    );
    expect(code).toBe(3);
  });

  test('the code of a run does not see the address of the database, neither with an agent nor in a report', async () => {
    const [ofAgent, ofReport] = [join(folder, 'agent'), join(folder, 'report')];
    const env = { PGPASSWORD: 'secret', PGAPPNAME: 'x' };
    const { out } = await cluster.commands.run(
      ['cluster', 'submit', `${FIXTURES}/curious.check.mjs`, '--model', 'tso'],
      {},
    );
    cluster.commands.agent({ env: { ...env, FENCEPOST_CURIOUS: ofAgent } });
    await cluster.until(out.trim(), 'done');
    const report = await cluster.commands.run(['cluster', 'report', out.trim()], {
      ...env,
      FENCEPOST_CURIOUS: ofReport,
    });
    expect(report.out).toContain('both are 0');
    expect(report.err).toContain('explaining the findings runs the submitted JavaScript');
    expect(report.code).toBe(1);
    // Both have run it, and seen nothing.
    for (const file of [ofAgent, ofReport]) {
      expect(new Set(readFileSync(file, 'utf8').trim().split('\n'))).toEqual(new Set([';']));
    }
  });

  test('telemetry with a relative path', async () => {
    const run = await cluster.commands.submit(`${FIXTURES}/environment.check.mjs`, '--model', 'sc', '--all');
    const before = cluster.commands.said.length;
    const agent = cluster.commands.agent({
      args: ['--jobs', '1', '--until-idle'],
      env: { NODE_OPTIONS: `--import ./${FIXTURES}/telemetry.mjs` },
    });
    await new Promise((resolve) => agent.once('close', resolve));
    expect(cluster.commands.said.slice(before)).not.toContain('cannot load');
    expect(await cluster.status(run)).toBe('done');
    expect(cluster.commands.said.slice(before)).toMatch(/^telemetry /m);
  });

  test('the report of a run that is not over is JSON, if that was asked for', async () => {
    const run = await cluster.commands.submit(...GOOD);
    const { code, out } = await cluster.commands.run(['cluster', 'report', run, '--format', 'json']);
    expect(JSON.parse(out)).toMatchObject({ id: run, status: 'running', refused: 0, jobs: { waiting: 1 } });
    expect(code).toBe(3);
  });

  test('an agent that has to end does so while the network is silent', async () => {
    const proxy = new Proxy(server.socket);
    const remote = new Cluster(node, server, await proxy.listen(), 1);
    const run = await remote.commands.submit(`${FIXTURES}/ends.c`, '--all', '--model', 'sc', '--', '-DN=4', '-DR=1');
    try {
      const agent = remote.commands.agent({ args: ['--jobs', '2'] });
      while ((await server.ask('select 1 from fencepost.result where run = $1', [run])).length === 0) await sleep(50);
      const silence = proxy.cut(12_000);
      await sleep(1500);
      const told = performance.now();
      agent.kill('SIGTERM');
      expect(await new Promise((resolve) => agent.once('exit', resolve))).toBe(0);
      expect(performance.now() - told).toBeLessThan(5000);
      await silence;
    } finally {
      await remote.commands.killAll();
      await proxy.close();
    }
  });

  test('folders of agents that were killed are removed by the next', async () => {
    const TMPDIR = join(folder, 'tmp');
    mkdirSync(TMPDIR);
    const mine = (): string[] => readdirSync(TMPDIR).filter((name) => name.startsWith('fencepost-run-'));
    const run = await cluster.commands.submit(`${FIXTURES}/ends.c`, '--all', '--model', 'sc', '--', '-DN=4', '-DR=1');
    const agent = cluster.commands.agent({ env: { TMPDIR } });
    while ((await server.ask('select 1 from fencepost.result where run = $1', [run])).length === 0) await sleep(50);
    const exit = new Promise((resolve) => agent.once('exit', resolve));
    agent.kill('SIGKILL');
    await exit;
    const [left] = mine();
    expect(left).toBeDefined();
    await cluster.commands.run(['cluster', 'stop', run]);
    const good = await cluster.commands.submit(...GOOD);
    const next = cluster.commands.agent({ env: { TMPDIR }, args: ['--jobs', '1', '--until-idle'] });
    await new Promise((resolve) => next.once('exit', resolve));
    expect(await cluster.status(good)).toBe('done');
    expect(mine()).toEqual([]);
    expect(existsSync(join(TMPDIR, left!))).toBe(false);
  });

  test('a certificate that is not there is no bug', async () => {
    const DATABASE_URL = 'postgres://fencepost@localhost/postgres?sslmode=verify-full&sslrootcert=/nowhere/ca.pem';
    for (const args of [['history'], ['work', '--until-idle']]) {
      const { code, err } = await cluster.commands.run(['cluster', ...args], { DATABASE_URL });
      expect(err).toContain('a file that DATABASE_URL names cannot be read');
      expect(err).toContain('/nowhere/ca.pem');
      expect(code).toBe(2);
    }
  });

  test('an agent waits for a database that is not there yet, and has one connection', async () => {
    const run = await cluster.commands.submit(`${FIXTURES}/ends.c`, '--all', '--model', 'sc', '--', '-DN=4', '-DR=1');
    await server.kill();
    const before = cluster.commands.said.length;
    cluster.commands.agent({ args: ['--jobs', '2'] });
    while (!cluster.commands.said.slice(before).includes('cannot reach the database')) await sleep(50);
    await server.start();
    while ((await server.ask('select 1 from fencepost.result where run = $1', [run])).length === 0) await sleep(50);
    const connections = "select count(*)::int as all from pg_stat_activity where application_name = 'fencepost'";
    for (let i = 0; i < 5; i++) {
      expect(await server.ask(connections)).toEqual([{ all: 1 }]);
      await sleep(200);
    }
  });

  test('an agent without a run asks rarely', async () => {
    cluster.commands.agent({ args: ['--jobs', '2'] });
    const transactions = async (): Promise<number> => {
      const [row] = await server.ask(
        "select xact_commit + xact_rollback as all from pg_stat_database where datname = 'postgres'",
      );
      return Number(row!['all']);
    };
    await sleep(8000);
    const before = await transactions();
    await sleep(8000);
    // Some are those of this test, and of the server itself.
    expect(await transactions()).toBeLessThan(before + 14);
  });

  test('a status has as many failures as the report, data races included', async () => {
    const run = await cluster.commands.submit('examples/c/queue.c', '--all');
    cluster.commands.agent({ args: ['--jobs', '2', '--until-idle'] });
    await cluster.until(run, 'done');
    interface Search {
      readonly model: string;
      readonly failures: number;
    }
    const status = await cluster.commands.run(['cluster', 'status', run, '--format', 'json']);
    const { searches } = JSON.parse(status.out) as { searches: Search[] };
    const report = await cluster.commands.run(['cluster', 'report', run, '--format', 'json']);
    const { checks } = JSON.parse(report.out) as { checks: { model: string; failures: { kind: string }[] }[] };
    const counted = checks.map(({ model, failures }) => ({ model, failures: failures.length }));
    expect(counted.some(({ failures }) => failures > 0)).toBe(true);
    for (const { model, failures } of counted) {
      expect(searches.find((each) => each.model === model)?.failures, model).toBe(failures);
    }
  });

  test('the status of a run with ten thousand searches takes a moment', async () => {
    const searches = Array.from({ length: 10_500 }, (_, i) => ({
      ...{ program: Math.floor(i / 3), model: ['sc', 'tso', 'pso'][i % 3]! },
    }));
    const run = await submitBytes(packed({ ...bundle }), searches, 'many');
    await server.ask(`update fencepost.run set status = 'stopped' where id = $1`, [run]);
    // Like others, but for what it asks.
    const started = performance.now();
    await cluster.commands.run(['cluster', 'history']);
    const least = performance.now() - started;
    const asked = performance.now();
    const { out } = await cluster.commands.run(['cluster', 'status', run]);
    expect(out.match(/1 open job/g)).toHaveLength(10_500);
    expect(performance.now() - asked).toBeLessThan(least + 3000);
  });
});
