import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import { fencepost, root } from '@fencepost/testing/built';
import { INSTALL_TIMEOUT } from '@fencepost/testing/npm-packages';
import { Commands, digest, newerNode } from './agents.js';
import { Cluster, PATIENCE, RUNS } from './cluster.js';
import { Proxy } from './proxy.js';
import { Server, hasPostgres } from '@fencepost/testing/postgres';

// Whatever fails, a cluster finds what one process does. `npm run campaign -- cluster` runs every row several times.

const TIMES = Math.max(1, RUNS);
/** Tens of seconds, so that there is something to disturb; in CI, seconds. */
const PROGRAM = [
  'test/fixtures/cluster/ends.c',
  '--all',
  '--model',
  'sc,tso',
  '--',
  '-DN=4',
  `-DR=${RUNS > 0 ? 1 : 0}`,
];

let node: string;
let reference: string;

beforeAll(async () => {
  node = await newerNode();
  const { out } = await fencepost(['check', '--format', 'json', ...PROGRAM]);
  reference = digest(out);
}, INSTALL_TIMEOUT + PATIENCE);

type Disturb = (cluster: Cluster, run: string, proxy: Proxy) => Promise<void>;

/** Checks the program on a cluster that is disturbed, and compares. */
async function disturbed(
  name: string,
  seed: number,
  disturb: Disturb,
  begin: (server: Server) => Promise<() => void> = () => Promise.resolve(() => undefined),
): Promise<void> {
  const server = new Server();
  await server.start();
  let undo = (): void => undefined;
  const proxy = new Proxy(server.socket);
  const cluster = new Cluster(node, server, await proxy.listen(), seed);
  const { commands } = cluster;
  const started = performance.now();
  try {
    undo = await begin(server);
    expect((await new Commands(node, server.url).run(['cluster', 'init'])).err).toBe('');
    const run = await commands.submit(...PROGRAM);
    await disturb(cluster, run, proxy);
    await cluster.until(run, 'done');
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    expect(await cluster.report(run)).toBe(reference);
    // A report could explore what is missing: the ledger itself has each execution once.
    const sums = await server.ask(
      `select r.model, sum(r.executions)::int as executions from fencepost.result r
       join fencepost.program p on p.run = r.run and p.index = r.program and p.epoch = r.epoch where r.run = $1 group by 1 order by 1`,
      [run],
    );
    const once = (JSON.parse(reference) as { model: string; executions: number }[])
      .map(({ model, executions }) => ({ model, executions }))
      .sort((a, b) => (a.model < b.model ? -1 : 1));
    expect(sums).toEqual(once);
    const [row] = await server.ask(
      'select count(*)::int as jobs, sum(executions)::int as executions from fencepost.result',
    );
    const figures = `${seconds} s, ${cluster.kills} killed, ${Number(row!['jobs'])} jobs, ${Number(row!['executions'])} executions`;
    // At once: running all of them takes long.
    if (RUNS > 0) console.log(`${name}, ${seed}: exact (${figures})`);
  } finally {
    await commands.killAll();
    await proxy.close();
    undo();
    await server.stop();
  }
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

/** As if it were this many minutes later, or earlier. */
function withClock(minutes: number): NodeJS.ProcessEnv {
  const code = `const D=Date,by=${minutes * 60_000};globalThis.Date=class extends D{constructor(...a){if(a.length===0)super(D.now()+by);else super(...a)}static now(){return D.now()+by}}`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

const QUICK: Record<string, Disturb> = {
  'agents are killed': (cluster, run) =>
    cluster.until(run, 'done', RUNS > 0 ? cluster.killing(17, 100, 1500) : cluster.killing(2, 100, 800)),

  'answers to commits are lost': async (cluster, run, proxy) => {
    proxy.loseAnswers(() => cluster.random.next() < 0.2);
    for (let i = 0; i < 2; i++) cluster.commands.agent();
    await cluster.until(run, 'done');
    if (RUNS > 0) expect(proxy.lost).toBeGreaterThan(0);
  },

  'a poisoned job': async (cluster, run) => {
    const { commands, server } = cluster;
    commands.agent();
    let job: Record<string, unknown> | undefined;
    // One that waits; agents that have it already have read it.
    while (job === undefined) {
      [job] = await server.ask(
        `select f.job, f.bytes from fencepost.frontier f join fencepost_jobs.job j on j.id = f.job
         where j.state = 'created' and f.bytes is not null order by j.created_on desc limit 1`,
      );
    }
    await server.ask('update fencepost.frontier set bytes = $2 where job = $1', [job['job'], Buffer.from('poison')]);
    await cluster.until(run, 'incomplete');
    const { out } = await commands.run(['cluster', 'status', run]);
    expect(out).toContain(`lost: job ${String(job['job'])} under`);
    expect((await commands.run(['cluster', 'report', run])).code).toBe(3);
    await server.ask('update fencepost.frontier set bytes = $2 where job = $1', [job['job'], job['bytes']]);
    expect((await commands.run(['cluster', 'resume', run])).out).toContain('is running');
  },

  'stopped and resumed': async (cluster, run) => {
    const { commands } = cluster;
    for (let i = 0; i < 2; i++) commands.agent();
    for (let i = 0; i < (RUNS > 0 ? 5 : 1); i++) {
      await cluster.moment(500, 2000);
      const { out } = await commands.run(['cluster', 'stop', run]);
      if (!out.includes('stopped')) return;
      await cluster.moment(0, 1500);
      await commands.run(['cluster', 'resume', run]);
    }
  },
};

const SLOW: Record<string, Disturb> = {
  'PostgreSQL is killed': async (cluster, run) => {
    for (let i = 0; i < 2; i++) cluster.commands.agent();
    for (let i = 0; i < 4; i++) {
      await cluster.moment(500, 4000);
      if ((await cluster.status(run)) === 'done') return;
      await cluster.server.kill();
      cluster.kills++;
      await cluster.moment(0, 2000);
      await cluster.server.start();
    }
  },

  'the network is cut for 30 s': async (cluster, _run, proxy) => {
    for (let i = 0; i < 2; i++) cluster.commands.agent();
    await cluster.moment(2000, 5000);
    await proxy.cut(30_000);
  },

  'clocks disagree by 5 minutes, agents are killed': async (cluster, run) => {
    const { commands } = cluster;
    const agents = [-5, 0, 5].map((minutes) => commands.agent({ env: withClock(minutes) }));
    await cluster.moment(2000, 4000);
    agents[Math.floor(cluster.random.next() * 3)]!.kill('SIGKILL');
    cluster.kills++;
    await cluster.until(run, 'done');
  },

  'two builds at once': async (cluster, run) => {
    const { commands } = cluster;
    const other = mkdtempSync(join(tmpdir(), 'fencepost-build-'));
    try {
      const home = join(other, 'packages', 'fencepost');
      cpSync(join(root, 'packages/fencepost'), home, { recursive: true, filter: (path) => !path.includes('/src') });
      cpSync(join(root, 'node_modules'), join(other, 'node_modules'), {
        recursive: true,
        filter: (path) =>
          !/node_modules\/(?:\.|@fencepost|fencepost)/.test(path) &&
          /node_modules(?:\/(?:pg|pg-[^/]*|postgres-[^/]*|pgpass|split2|xtend|cron-parser|luxon|rrule-temporal|serialize-error|non-error|tagged-tag|type-fest|temporal-spec)(?:\/|$)|$)/.test(
            path,
          ),
      });
      const main = join(home, 'dist/bundle/main.js');
      writeFileSync(main, `${readFileSync(main, 'utf8')}\n// another build\n`);
      const stranger = commands.agent({ command: join(home, 'bin/fencepost.js') });
      const refusal = `run ${run} is not for this agent`;
      await vi.waitUntil(() => commands.said.includes(refusal), { timeout: PATIENCE, interval: 200 });
      commands.agent();
      await cluster.until(run, 'done');
      stranger.kill('SIGKILL');
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  },
};

describe.skipIf(!hasPostgres || !canCompile)('the same totals, after any fault', { timeout: 2 * PATIENCE }, () => {
  const rows = Object.entries({ ...QUICK, ...(RUNS > 0 && SLOW) });
  for (const [name, disturb] of rows) {
    test.each(Array.from({ length: TIMES }, (_, i) => i + 1))(`${name}, %i`, (seed) => disturbed(name, seed, disturb));
  }

  const isRoot = process.getuid!() === 0;
  test.skipIf(RUNS === 0 || !isRoot).each(Array.from({ length: TIMES }, (_, i) => i + 1))(
    'the disk is full, %i',
    (seed) =>
      disturbed(
        'the disk is full',
        seed,
        async ({ server, commands }) => {
          // Before agents begin: later, what they commit might fit into pages that tables have already.
          await server.ask('create table filler (bytes bytea)');
          await server.ask('alter table filler alter bytes set storage plain');
          for (const rows of [100, 1]) {
            const fill = `insert into filler select decode(repeat('ab', 4000), 'hex') from generate_series(1, ${rows})`;
            while (await succeeds(server.ask(fill)));
          }
          for (let i = 0; i < 2; i++) commands.agent();
          // Agents notice, and wait.
          await vi.waitUntil(() => commands.said.includes('No space left on device'), {
            timeout: PATIENCE,
            interval: 200,
          });
          await sleep(3000);
          await server.ask('drop table filler');
        },
        (server) => server.onSmallDisk(24),
      ),
  );
});
