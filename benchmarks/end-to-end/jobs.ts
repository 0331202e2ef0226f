import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { REPOSITORY } from '../repository.js';
import { run } from './run.js';

// Whole commands with `--jobs` 1, 2 and 4, in turns, from the cache: the reports must be equal, and none should take longer.
// Helpers start after a second at the earliest, so only the last programs have them.

const JOBS = [1, 2, 4] as const;

const PROGRAMS = [
  ['mp.c', 'FENCE'],
  ['fib.c', 'K=4'],
  ['fib.c', 'K=5'],
  ['indexer.c', 'N=14'],
  ['msqueue.c', 'P=2 C=1 K=2'],
  ['ticket.c', 'FENCE N=3 K=2'],
  ['treiber.c', 'R=2 W=3'],
  ['sb.c', 'N=16'],
  ['fib.c', 'K=6'],
  ['lastzero.c', 'N=17'],
] as const;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
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

async function measure(
  file: string,
  flags: string,
  jobs: number,
): Promise<{ report: string; wall: number; cpu: number }> {
  const args = [
    join(REPOSITORY, 'packages', 'fencepost', 'bin', 'fencepost.js'),
    ...['check', join(REPOSITORY, 'corpus', 'peers', file), '--model', 'tso', '--unroll', '64', '--jobs', String(jobs)],
    ...['--allow-relaxed', '--no-config', '--symmetry', 'off', '--format', 'json', '--'],
    ...flags.split(' ').map((flag) => `-D${flag}`),
  ];
  const { out, seconds, cpu } = await run(args, {});
  return { report: comparable(out), wall: seconds, cpu };
}

console.log(
  `| Program | ${JOBS.map((jobs) => `${jobs} jobs, s`).join(' | ')} | ${JOBS.map(() => `CPU s`).join(' | ')} |`,
);
const rows: object[] = [];
for (const [file, flags] of PROGRAMS) {
  await measure(file, flags, 1); // fills the cache
  const best = JOBS.map((jobs) => ({ jobs, wall: Infinity, cpu: Infinity }));
  let expected: string | undefined;
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const each of best) {
      const { report, wall, cpu } = await measure(file, flags, each.jobs);
      expected ??= report;
      if (report !== expected) throw new Error(`${file} ${flags}: another report with --jobs ${each.jobs}`);
      each.wall = Math.min(each.wall, wall);
      each.cpu = Math.min(each.cpu, cpu);
    }
  }
  const cells = [...best.map(({ wall }) => wall), ...best.map(({ cpu }) => cpu)].map((value) => value.toFixed(2));
  console.log(`| ${file} ${flags} | ${cells.join(' | ')} |`);
  rows.push({ program: `${file} ${flags}`, best });
}
writeFileSync(values.json, `${JSON.stringify({ node: process.version, rows }, undefined, 2)}\n`);
