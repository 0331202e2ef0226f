import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { LocalStates } from '@fencepost/core';
import type { Panel } from '../report/plot.js';
import { plot } from '../report/plot.js';
import type { Known } from './first-failure.js';
import { METHODS } from './first-failure.js';
import { load } from './programs.js';
import { quartiles } from './quartiles.js';

// npm run bench -- relaxer-scale [--seeds N --budget N --svg FILE]: how many executions it takes, by method, until a task of the pool
// without its fence runs twice, and until the rare violation of Burnim et al. (ISSTA 2011) happens. All shapes of the pool that were tried are shown.
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    budget: { type: 'string', default: '1000' },
    svg: { type: 'string', default: 'docs/images/active-scale.svg' },
  },
});
const seeds = Array.from({ length: Number(values.seeds) }, (_, i) => i + 1);
const budget = Number(values.budget);

interface Subject {
  readonly title: string;
  readonly name: string;
  readonly flags: readonly string[];
}

/** Of the pool: how often the owner fills and empties the deque, and how often each thief tries. */
const SHAPES: readonly (readonly [batches: number, attempts: number])[] = [
  [5, 20],
  [2, 30],
  [1, 40],
  [1, 20],
];

const SUBJECTS: readonly Subject[] = [
  ...SHAPES.map(([batches, attempts]) => ({
    title: `pool: ${batches} × ${50 / batches} tasks, ${attempts} attempts`,
    name: 'work-stealing',
    flags: ['-DNO_FENCE', `-DBATCHES=${batches}`, `-DATTEMPTS=${attempts}`],
  })),
  { title: 'rare (Burnim et al. 2011, Fig. 13)', name: 'rare', flags: [] },
];

const panels: Panel[] = [];
console.log(`To the first failure under TSO: ${seeds.length} seeds, at most ${budget} executions.\n`);
console.log('| program | method | found | executions: median (quartiles) | seconds: median (quartiles) |');
console.log('| --- | --- | ---: | ---: | ---: |');
for (const { title, name, flags } of SUBJECTS) {
  const program = await load(name, flags);
  const known: Known = { program, states: new LocalStates(program) };
  METHODS.forEach(({ search }) => search(known, 0, budget));
  const series = METHODS.map(({ name: method, search }) => {
    const all = seeds.map((seed) => search(known, seed, budget));
    const found = all.filter((each) => each !== undefined);
    const executions = quartiles(all.map((each) => each?.executions));
    const seconds = quartiles(all.map((each) => each?.seconds));
    console.log(`| ${title} | ${method} | ${found.length} of ${all.length} | ${executions} | ${seconds} |`);
    const sorted = found.map((each) => each.executions).toSorted((a, b) => a - b);
    return { name: method, points: sorted.map((n, i) => [n, i + 1] as const) };
  });
  panels.push({ title, xLabel: 'executions', yLabel: 'seeds that have found it', series });
}
writeFileSync(values.svg, plot(panels));
