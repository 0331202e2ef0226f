import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { REPOSITORY } from '../repository.js';
import type { Taken } from './run.js';
import { run } from './run.js';

// Whole commands with `--jobs` 1, 2 and 4, in turns, from the cache: the reports must be equal, and none should take longer.
// Helpers start after a second at the earliest, so only the last programs have them; the last three take more than ten.

const JOBS = [1, 2, 4] as const;

const PROGRAMS: readonly (readonly [file: string, flags: string])[] = [
  ['mp.c', 'FENCE'],
  ['indexer.c', 'N=14'],
  ['msqueue.c', 'P=2 C=1 K=2'],
  ['treiber.c', 'R=2 W=3'],
  ['sb.c', 'N=16'],
  ['fib.c', 'K=5'],
  ['fib.c', 'K=6'],
  ['lastzero.c', 'N=18'],
  ['indexer.c', 'N=17'],
  ['fib.c', 'K=7'],
];

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '2' },
    program: { type: 'string', multiple: true },
    json: { type: 'string', default: join(REPOSITORY, 'benchmarks', 'dist', 'jobs.json') },
  },
});

interface Report {
  readonly checks: readonly object[];
}

/** The report without what depends on the machine and on the time. */
function comparable(out: string): string {
  const { checks } = JSON.parse(out) as Report;
  return JSON.stringify(checks, (key, value: unknown) => (key === 'seconds' ? undefined : value));
}

async function check(file: string, flags: string, ...options: readonly string[]): Promise<Taken> {
  const command = join(REPOSITORY, 'packages', 'fencepost', 'bin', 'fencepost.js');
  return run(
    [
      ...[command, 'check', join(REPOSITORY, 'corpus', 'peers', file), '--model', 'tso', '--unroll', '64'],
      ...['--allow-relaxed', '--no-config', '--symmetry', 'off', '--format', 'json', ...options, '--'],
      ...flags.split(' ').map((flag) => `-D${flag}`),
    ],
    {},
  );
}

/** What a program took with so many jobs, in the best of the rounds. */
interface Best {
  readonly jobs: number;
  wall: number;
  cpu: number;
}

async function measure(file: string, flags: string): Promise<readonly Best[]> {
  await check(file, flags, '--max-executions', '1'); // fills the cache
  const best: Best[] = JOBS.map((jobs) => ({ jobs, wall: Infinity, cpu: Infinity }));
  let expected: string | undefined;
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const each of best) {
      const { out, seconds, cpu } = await check(file, flags, '--jobs', String(each.jobs));
      const report = comparable(out);
      expected ??= report;
      if (report !== expected) throw new Error(`${file} ${flags}: another report with --jobs ${each.jobs}`);
      each.wall = Math.min(each.wall, seconds);
      each.cpu = Math.min(each.cpu, cpu);
    }
  }
  return best;
}

const named = (jobs: number): string => `${jobs} ${jobs === 1 ? 'job' : 'jobs'}`;
const print = (cells: readonly string[]): void => console.log(`| ${cells.join(' | ')} |`);

const head = [
  'Program',
  ...JOBS.map((jobs) => `${named(jobs)}, s`),
  ...JOBS.map((jobs) => `${named(jobs)}, CPU s`),
  '2 jobs, times as fast',
];
print(head);
print(head.map(() => '---'));
const rows: object[] = [];
for (const [file, flags] of PROGRAMS) {
  const program = `${file} ${flags}`;
  if (values.program?.includes(program) === false) continue;
  const best = await measure(file, flags);
  const [one, two] = [best[0]!, best[1]!];
  const cells = [...best.map(({ wall }) => wall), ...best.map(({ cpu }) => cpu), one.wall / two.wall];
  print([`\`${program}\``, ...cells.map((value) => value.toFixed(2))]);
  rows.push({ program, best });
}
writeFileSync(values.json, `${JSON.stringify({ node: process.version, rows }, undefined, 2)}\n`);
