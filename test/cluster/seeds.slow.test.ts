import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import { fencepost } from '@fencepost/testing/built';
import { INSTALL_TIMEOUT } from '@fencepost/testing/npm-packages';
import { newerNode } from './agents.js';
import { Cluster, PATIENCE, RUNS } from './cluster.js';
import { Server, hasPostgres } from '@fencepost/testing/postgres';

/** The whole report, but for times. */
function timeless(json: string): unknown {
  return JSON.parse(json, (key, value: unknown) => (key === 'seconds' ? 0 : value));
}

const RANDOM = ['--method', 'random', '--max-executions', '2'];

describe.skipIf(!hasPostgres || !canCompile)('fencepost cluster test', { timeout: PATIENCE }, () => {
  let server: Server;
  let cluster: Cluster;

  beforeAll(async () => {
    server = new Server();
    await server.start();
    cluster = new Cluster(await newerNode(), server, server.url, 1);
    await cluster.commands.run(['cluster', 'init']);
    cluster.commands.agent({ args: ['--jobs', '2'] });
  }, INSTALL_TIMEOUT + PATIENCE);

  afterAll(async () => {
    await cluster.commands.killAll();
    await server.stop();
  });

  test.each([
    ['the least seed that fails', ['examples/programs/dekker.mjs', ...RANDOM, '--model', 'tso', '--seeds', '0-49']],
    ['all seeds', ['examples/programs/dekker.mjs', '--model', 'tso', '--seeds', '3-7', '--all']],
    [
      'C and litmus tests',
      ['examples/c/mp.c', 'examples/litmus/SB.litmus', ...RANDOM, '--seeds', '6', '--model', 'pslo'],
    ],
  ])('finds the same as one process: %s', async (_, args) => {
    const [alone, together] = await Promise.all([
      fencepost(['test', ...args, '--format', 'json', '--max-time', '10m']),
      cluster.commands.run(['cluster', 'test', ...args, '--format', 'json', '--wait']),
    ]);
    expect(together.err).toMatch(/^fencepost: run \S+\n$/);
    expect(timeless(together.out)).toEqual(timeless(alone.out));
    expect(together.code).toBe(alone.code);
  });

  test('stops at the failure found first in time', async () => {
    const { commands } = cluster;
    const args = ['examples/programs/dekker.mjs', ...RANDOM, '--model', 'tso', '--seeds', '0-59', '--first', '--wait'];
    const { code, out } = await commands.run(['cluster', 'test', ...args]);
    expect(code).toBe(1);
    expect(out).toMatch(/first with seed \d+/);
    expect((await commands.run(['cluster', 'report', 'last', '--format', 'sarif'])).err).toContain(
      'tests are printed as text or JSON only [USAGE]',
    );
  });

  test.each([
    [['examples/programs/dekker.mjs'], 'no seeds given'],
    [['examples/programs/dekker.mjs', '--seeds', '9', '--method', 'pct'], 'the method pct runs until a limit stops it'],
    [['--seeds', '9'], 'no file given'],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await cluster.commands.run(['cluster', 'test', ...args]);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });

  test('agents are killed and stopped, the run is stopped and resumed: the report is that of one process', async () => {
    const { commands } = cluster;
    await commands.killAll();
    const args = ['examples/programs/dekker.mjs', '--model', 'tso', '--seeds', RUNS > 0 ? '1-200' : '1-10', '--all'];
    const alone = await fencepost(['test', ...args, '--format', 'json', '--max-time', '10m']);
    const run = await commands.submitTests(...args);
    const tested = async (): Promise<number> => {
      const { out } = await commands.run(['cluster', 'status', run, '--format', 'json']);
      const { searches } = JSON.parse(out) as { searches: { seeds: { tested: number } }[] };
      return searches.reduce((sum, { seeds }) => sum + seeds.tested, 0);
    };
    const polite = commands.agent();
    const ended = new Promise<number | null>((resolve) => polite.once('exit', resolve));
    while ((await tested()) < 2) await sleep(100);
    polite.kill('SIGTERM');
    expect(await ended).toBe(0);
    // Nothing waits for a lease: the agent has given back what it had.
    expect(await server.ask("select 1 from fencepost_jobs.job where state = 'active'")).toEqual([]);
    expect((await commands.run(['cluster', 'stop', run])).out).toContain('is stopped');
    expect((await commands.run(['cluster', 'report', run])).code).toBe(3);
    expect((await commands.run(['cluster', 'resume', run])).out).toContain('is running');
    expect((await commands.run(['cluster', 'status', run])).out).toMatch(
      // Of the second program there may be nothing to tell yet.
      /[1-9]\d* of \d+ seeds, .*, (?:about [\d,]+ left|done)/,
    );
    await cluster.until(run, 'done', cluster.killing(RUNS > 0 ? 20 : 1, 500, 1500));
    const { out } = await commands.run(['cluster', 'report', run, '--format', 'json']);
    expect(timeless(out)).toEqual(timeless(alone.out));
  });
});
