import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Answer, Run } from '@fencepost/cluster';
import { Database, RunStore, Runs, pulse } from '@fencepost/cluster';
import { Server } from '@fencepost/testing/postgres';

// What an exchange (answers are committed, as many jobs are taken) costs while many jobs wait (docs/evidence/benchmarks.md):
// node queue.js [--most N]. Needs Node 22.12 and Debian's PostgreSQL. Sizes take turns, so that whatever else the machine does hits all.

const { values } = parseArgs({ options: { most: { type: 'string', default: '1000000' } } });
const WAITING = [1000, Number(values.most)];
/** Threads of an agent whose answers are ready at the same time. */
const BATCHES = [1, 8, 32];
const ROUNDS = 10;
const EXCHANGES_PER_ROUND = 10;
const AGENT = { id: '00000000-0000-0000-0000-000000000000', build: 'benchmark', runtime: 'Node' };
/** Of a frontier in the database, as in the searches of the campaign. */
const FRONTIER_BYTES = 400;

const server = new Server();
await server.start();
const database = await Database.init(server.url);
try {
  const stores = [];
  for (const waiting of WAITING) stores.push({ waiting, ...(await filled(waiting)), times: BATCHES.map(emptyTimes) });
  // As PostgreSQL does by itself within a minute.
  await server.ask('analyze');
  for (let round = 0; round < ROUNDS; round++) {
    for (const { run, store, times } of stores) {
      for (const [i, batch] of BATCHES.entries()) await measure(run, store, batch, times[i]!);
    }
  }
  console.log('| waiting jobs | jobs in a batch | exchange | per job | CPU of the server | per job | pulse |');
  console.log('| --- | --- | --- | --- | --- | --- | --- |');
  for (const { waiting, times } of stores) {
    for (const [i, batch] of BATCHES.entries()) {
      const [exchange, server, beat] = [times[i]!.exchange, times[i]!.server, times[i]!.pulse].map(median);
      const all = [exchange!, exchange! / batch, server!, server! / batch, beat!];
      const figures = all.map((each) => `${each.toFixed(2)} ms`);
      console.log(`| ${[waiting.toLocaleString('en'), batch, ...figures].join(' | ')} |`);
    }
  }
  const [few, many] = stores.map(({ times }) => times.map(({ exchange }) => median(exchange)));
  console.log(`ratios: ${many!.map((each, i) => (each / few![i]!).toFixed(2)).join(', ')}`);
} finally {
  await database.close();
  await server.stop();
}

function emptyTimes(): Record<'exchange' | 'server' | 'pulse', number[]> {
  return { exchange: [], server: [], pulse: [] };
}

/** How long the process of the server that serves our connection has been running, in milliseconds: Linux knows. */
async function serverTime(): Promise<number> {
  const [row] = await database.connection.rows('select pg_backend_pid() as pid');
  return Number(readFileSync(`/proc/${Number(row!['pid'])}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

/** A run with this many waiting jobs. */
async function filled(size: number): Promise<{ readonly run: Run; readonly store: RunStore }> {
  const runs = new Runs(database);
  const search = { program: 0, model: 'sc', all: true, races: false, unordered: null } as const;
  const id = await runs.submit({
    ...{ policy: 'all', build: 'benchmark', runtime: null, source: 'queue.c', bundle: randomBytes(100) },
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
  const run = await runs.find(id);
  return { run, store: new RunStore(database, run, AGENT) };
}

async function measure(run: Run, store: RunStore, batch: number, times: ReturnType<typeof emptyTimes>): Promise<void> {
  const agent = {
    ...{ ...AGENT, host: 'here', threads: batch, idle: 0 },
  };
  let { taken } = await store.exchange([], batch);
  for (let i = 0; i < EXCHANGES_PER_ROUND; i++) {
    await timed(times.pulse, () => pulse(database, run, agent, taken));
    const answers = taken.map(answerTo);
    const before = await serverTime();
    const exchanged = await timed(times.exchange, () => store.exchange(answers, batch));
    times.server.push((await serverTime()) - before);
    if (exchanged.committed.size !== batch) throw new Error('not everything was committed');
    ({ taken } = exchanged);
  }
  await store.exchange(taken.map(answerTo), 0);
}

async function timed<T>(times: number[], work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  times.push(performance.now() - started);
  return result;
}

/** With two children. */
function answerTo(job: Answer['job']): Answer {
  const results = {
    ...{ executions: 1000, total: 1000, blocked: 10, assumed: 0, operations: 9000, events: 9000, nonSequential: 0 },
    ...{ deadlocks: 0, omitted: 0, failures: [] },
  };
  const findings = { results, failingParts: [], violations: [] };
  const result = { findings, races: [], unordered: null, failed: false, rest: [], sizes: [], learned: null };
  return { job, result, children: [1, 2].map((size) => ({ frontier: [], size })), version: 0, milliseconds: 1000 };
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
}
