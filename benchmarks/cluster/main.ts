import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { plot } from '../explore/plot.js';
import { REPOSITORY } from '../repository.js';
import type { Costs, Policy } from './simulate.js';
import { Simulation } from './simulate.js';
import { readTree } from './tree.js';
import { Walkable } from './walk.js';

// What a cluster would make of recorded searches (docs/internals/benchmarks.md): node main.js [--plot FILE]

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: join(REPOSITORY, 'benchmarks', 'dist', 'trees') },
    plot: { type: 'string' },
  },
});

/** As measured with pg-boss on two cores, which clients and server shared: the store of a real cluster is quicker. */
const COSTS: Costs = { take: 0.0011, commit: 0.002, service: 1 / 550, begin: 0.001, heartbeat: 3, poll: 0.5 };
const POLICY: Policy = { shortest: 1, longest: 60, first: 0.2, earlyReturn: true };
const WORKERS = [10, 100, 1000, 10_000];
/** How long a search would take if all workers were busy all the time: one minute, ten minutes, one hour. */
const IDEAL_SECONDS = [60, 600, 3600];

const percent = (part: number): string => `${(100 * part).toFixed(0)} %`;
const panels = IDEAL_SECONDS.map((ideal) => ({
  title: `${ideal / 60} min for each worker`,
  xLabel: 'workers',
  series: [] as { name: string; points: [number, number][] }[],
}));
console.log(
  '| search | workers | work | ideal | takes | efficiency | without early return | to 90 % busy | jobs | jobs/s at most | MB/s |',
);
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
for (const file of readdirSync(values.folder).toSorted()) {
  const walkable = new Walkable(readTree(join(values.folder, file)));
  const { name, executions } = walkable.tree;
  IDEAL_SECONDS.forEach((ideal, panel) => {
    const points: [number, number][] = [];
    for (const workers of WORKERS) {
      const seconds = (workers * ideal) / executions;
      const told = new Simulation(walkable, workers, seconds, COSTS, POLICY).run();
      const untold = new Simulation(walkable, workers, seconds, COSTS, { ...POLICY, earlyReturn: false }).run();
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
        (told.bytesPerSecond / 1e6).toFixed(2),
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
    panels[panel]!.series.push({ name, points });
  });
}
if (values.plot !== undefined) writeFileSync(values.plot, plot(panels, 'efficiency, %', true));
