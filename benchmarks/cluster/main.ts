import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { plot } from '../report/plot.js';
import { REPOSITORY } from '../repository.js';
import { Simulation } from './simulate.js';
import type { StoreCosts } from './store.js';
import { readTree } from './tree.js';
import { Walkable } from './walk.js';

// What a cluster would make of recorded searches (docs/evidence/benchmarks.md): node main.js [--plot FILE]

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: join(REPOSITORY, 'benchmarks', 'dist', 'trees') },
    plot: { type: 'string' },
  },
});

/** As measured with `npm run bench -- queue`, as CPU time: this many cores like those. */
const STORE: StoreCosts = { cores: 8, exchange: 0.004, job: 0.0003, pulse: 0.002, travel: 0.003 };
const THREADS = 32;
const WORKERS = [100, 1000, 10_000];
/** How long a search would take if all workers were busy all the time: ten minutes, one hour. */
const IDEAL_SECONDS = [600, 3600];
/** Dollars an hour, about: a core that can disappear at any moment, and the machine of the store. */
const [CORE_PRICE, STORE_PRICE] = [0.015, 0.8];

const percent = (part: number): string => `${(100 * part).toFixed(0)} %`;
const panels = IDEAL_SECONDS.map((ideal) => ({
  title: `${ideal / 60} min for each worker`,
  xLabel: 'workers',
  yLabel: 'efficiency, %',
  percent: true,
  series: [] as { name: string; points: [number, number][] }[],
}));
const TITLES = [
  ...['search', 'workers', 'work', 'ideal', 'takes', 'efficiency', 'without early return', '90 % busy after'],
  ...['jobs', 'jobs/s at most', 'store busy', 'kB/s', 'dollars'],
];
console.log(`| ${TITLES.join(' | ')} |\n| ${TITLES.map(() => '---').join(' | ')} |`);
for (const file of readdirSync(values.folder).toSorted()) {
  const walkable = new Walkable(readTree(join(values.folder, file)));
  const { name, executions } = walkable.tree;
  IDEAL_SECONDS.forEach((ideal, panel) => {
    const points: [number, number][] = [];
    for (const workers of WORKERS) {
      const options = { workers, threads: THREADS, secondsPerExecution: (workers * ideal) / executions, store: STORE };
      const told = new Simulation(walkable, { ...options, earlyReturn: true }).run();
      const untold = new Simulation(walkable, { ...options, earlyReturn: false }).run();
      points.push([workers, 100 * told.efficiency]);
      const cells = [
        name,
        workers.toLocaleString('en'),
        `${((workers * ideal) / 3600).toFixed(1)} core h`,
        `${ideal} s`,
        `${told.seconds.toFixed(0)} s`,
        percent(told.efficiency),
        percent(untold.efficiency),
        told.rampUp === undefined ? 'never' : `${told.rampUp.toFixed(0)} s`,
        told.jobs.toLocaleString('en'),
        told.jobsPerSecond.toLocaleString('en'),
        percent(told.storeLoad),
        (told.bytesPerSecond / 1e3).toFixed(0),
        ((told.seconds / 3600) * (workers * CORE_PRICE + STORE_PRICE)).toFixed(2),
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
    panels[panel]!.series.push({ name, points });
  });
}
if (values.plot !== undefined) writeFileSync(values.plot, plot(panels));
