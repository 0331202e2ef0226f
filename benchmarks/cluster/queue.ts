import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Done } from '@fencepost/cluster';
import { Database, RunStore, Runs } from '@fencepost/cluster';
import { Server } from '../../test/cluster/server.js';

// What taking and committing a job costs while many jobs wait (docs/internals/benchmarks.md): node queue.js [--most N]
// Needs Node 22.12 and Debian's PostgreSQL. Sizes take turns, so that whatever else the machine does hits both.

const { values } = parseArgs({ options: { most: { type: 'string', default: '1000000' } } });
const SIZES = [1000, Number(values.most)];
const ROUNDS = 10;
const JOBS_PER_ROUND = 50;
/** Of a frontier in the database, as in the searches of the campaign. */
const FRONTIER_BYTES = 400;

const server = new Server();
await server.start();
const database = await Database.init(server.url);
try {
  const stores = [];
  for (const size of SIZES) stores.push({ size, store: await filled(size), times: emptyTimes() });
  // As PostgreSQL does by itself within a minute.
  await server.ask('analyze');
  for (let round = 0; round < ROUNDS; round++) {
    for (const { store, times } of stores) await measure(store, times);
  }
  console.log('| waiting jobs | take | pulse | commit with two children |');
  console.log('| --- | --- | --- | --- |');
  for (const { size, times } of stores) {
    const cells = [times.take, times.pulse, times.commit].map((all) => `${median(all).toFixed(2)} ms`);
    console.log(`| ${size.toLocaleString('en')} | ${cells.join(' | ')} |`);
  }
  const [few, many] = stores.map(({ times }) => [times.take, times.pulse, times.commit].map(median));
  console.log(`ratios: ${many!.map((each, i) => (each / few![i]!).toFixed(2)).join(', ')}`);
} finally {
  await database.close();
  await server.stop();
}

function emptyTimes(): Record<'take' | 'pulse' | 'commit', number[]> {
  return { take: [], pulse: [], commit: [] };
}

/** A run with so many jobs that wait. */
async function filled(size: number): Promise<RunStore> {
  const runs = new Runs(database);
  const search = { program: 0, model: 'sc', all: true, races: false, unordered: false } as const;
  const id = await runs.submit({
    ...{ policy: 'all', build: 'benchmark', source: 'queue.c', bundle: randomBytes(100) },
    ...{ programs: ['queue'], searches: [search] },
  });
  // Past the connection of agents, which does not wait so long.
  await server.ask(`
    create temp table fill as select gen_random_uuid() as job, n from generate_series(1, ${size}) n;
    insert into fencepost.frontier (job, run, bytes)
      select job, '${id}', '\\x${randomBytes(FRONTIER_BYTES).toString('hex')}' from fill;
    insert into fencepost_jobs.job (id, name, data, retry_limit, heartbeat_seconds, expire_seconds, created_on, keep_until)
      select job, 'run-${id}', jsonb_build_object('program', 0, 'model', 'sc', 'epoch', 0, 'path', to_hex(n)),
        5, 10, 43200, now() + n * interval '1 microsecond', now() + interval '1 year' from fill`);
  const [run] = (await runs.list()).filter((each) => each.id === id);
  return new RunStore(database, run!, 'benchmark');
}

async function measure(store: RunStore, times: ReturnType<typeof emptyTimes>): Promise<void> {
  const agent = { id: '00000000-0000-0000-0000-000000000000', host: 'here', build: 'benchmark', threads: 2, idle: 0 };
  for (let i = 0; i < JOBS_PER_ROUND; i++) {
    const [job] = await timed(times.take, () => store.take(1));
    await timed(times.pulse, () => store.pulse(agent, [job!]));
    const committed = await timed(times.commit, () => store.commit(job!, done()));
    if (committed !== 'committed') throw new Error(committed);
  }
}

async function timed<T>(times: number[], work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  times.push(performance.now() - started);
  return result;
}

function done(): Done {
  const results = {
    ...{ executions: 1000, blocked: 10, assumed: 0, operations: 9000, events: 9000, nonSequential: 0 },
    ...{ deadlocks: 0, failures: [] },
  };
  const findings = { results, failingParts: [], violations: [] };
  const result = { findings, races: [], unordered: null, failed: false, rest: [], learned: null };
  return { result, children: [[], []], version: 0, milliseconds: 1000 };
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
}
