import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Server } from '@fencepost/testing/postgres';
import { REPOSITORY } from '../repository.js';

// Two agents with one thread each against one process with two, in turns: node agents.js [--rounds N] [FILE [-- FLAGS]]
// (docs/evidence/benchmarks.md). CPU seconds are those of all processes, and of PostgreSQL, so that a busy machine does
// not change them much.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    model: { type: 'string', default: 'tso' },
    unroll: { type: 'string', default: '64' },
  },
});
const [file = join(REPOSITORY, 'corpus', 'peers', 'lastzero.c'), ...given] = positionals;
const flags = positionals.length === 0 ? ['-DN=20'] : given;
const search = [file, '--all', '--no-config', '--model', values.model, '--unroll', values.unroll];
const COMMAND = join(REPOSITORY, 'packages', 'fencepost', 'bin', 'fencepost.js');

interface Taken {
  readonly seconds: number;
  readonly cpu: number;
  /** Of PostgreSQL. */
  readonly store: number;
  readonly executions: number;
}

/** What the command prints, and the CPU seconds of all its processes. */
function run(url: string, args: readonly string[]): Promise<{ readonly out: string; readonly cpu: number }> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      'bash',
      ['-c', '"$@"; code=$?; times >&2; exit $code', 'bash', process.execPath, COMMAND, ...args],
      {
        env: { ...process.env, DATABASE_URL: url },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let [out, err] = ['', ''];
    child.stdout.on('data', (text: Buffer) => (out += text.toString()));
    child.stderr.on('data', (text: Buffer) => (err += text.toString()));
    child.on('close', (code) => {
      if (code !== 0) reject(new Error(`fencepost ${args.join(' ')} ends with ${code}:\n${err}`));
      // The last line has user and system time of what the shell has started: 1m2.345s 0m0.678s
      const times = [
        ...err
          .trimEnd()
          .split('\n')
          .at(-1)!
          .matchAll(/(\d+)m([\d.]+)s/g),
      ];
      resolve({
        out,
        cpu: times.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0),
      });
    });
  });
}

/** CPU seconds of PostgreSQL so far: of the server, of children that have ended, and of those that have not. */
function storeSeconds(server: Server): number {
  const pid = readFileSync(join(server.folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]!;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/);
  const ticks = (of: string, fields: readonly number[]): number => {
    const stat = readFileSync(`/proc/${of}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return fields.reduce((sum, field) => sum + Number(stat[field]), 0);
  };
  const own = ticks(pid, [11, 12, 13, 14]);
  return (own + children.reduce((sum, child) => sum + ticks(child, [11, 12]), 0)) / TICKS;
}

const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

function executionsIn(report: string): number {
  const { checks } = JSON.parse(report) as { checks: { executions: number }[] };
  return checks.reduce((sum, each) => sum + each.executions, 0);
}

async function together(server: Server): Promise<Taken> {
  const { out: id } = await run(server.url, ['cluster', 'submit', ...search, '--', ...flags]);
  const before = storeSeconds(server);
  const started = performance.now();
  const agents = ['cluster', 'work', '--jobs', '1', '--until-idle'];
  const done = await Promise.all([run(server.url, agents), run(server.url, agents)]);
  const seconds = (performance.now() - started) / 1000;
  const store = storeSeconds(server) - before;
  const { out } = await run(server.url, ['cluster', 'report', id.trim(), '--format', 'json']);
  return { seconds, cpu: done.reduce((sum, { cpu }) => sum + cpu, 0), store, executions: executionsIn(out) };
}

async function alone(server: Server): Promise<Taken> {
  const started = performance.now();
  const { out, cpu } = await run(server.url, ['check', ...search, '--jobs', '2', '--format', 'json', '--', ...flags]);
  return { seconds: (performance.now() - started) / 1000, cpu, store: 0, executions: executionsIn(out) };
}

const server = new Server();
await server.start();
try {
  await run(server.url, ['cluster', 'init']);
  console.log('| round | | seconds | CPU s | of PostgreSQL | executions |\n| --- | --- | --- | --- | --- | --- |');
  const ratios: { readonly seconds: number; readonly cpu: number }[] = [];
  for (let round = 1; round <= Number(values.rounds); round++) {
    const taken = { '--jobs 2': await alone(server), 'two agents': await together(server) };
    for (const [name, { seconds, cpu, store, executions }] of Object.entries(taken)) {
      const cells = [round, name, ...[seconds, cpu, store].map((each) => each.toFixed(1)), executions];
      console.log(`| ${cells.join(' | ')} |`);
    }
    const [one, two] = Object.values(taken) as [Taken, Taken];
    ratios.push({ seconds: two.seconds / one.seconds, cpu: (two.cpu + two.store) / one.cpu });
  }
  const median = (list: readonly number[]): string => list.toSorted((a, b) => a - b)[list.length >> 1]!.toFixed(3);
  console.log(
    `two agents take ${median(ratios.map(({ seconds }) => seconds))} of the time of --jobs 2, ${median(ratios.map(({ cpu }) => cpu))} of the CPU time`,
  );
} finally {
  await server.stop();
}
