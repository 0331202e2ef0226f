import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import type { ModelName } from '@fencepost/core';
import { EventMonitor, RaceMonitor } from '@fencepost/recording';
import type { Shape } from './synthetic.js';
import { synthetic } from './synthetic.js';

/**
 * Monitors on long recordings: `npm run bench -- recordings [--most 1000000] [--monitor both]`. Each line is a process of its own: CPU
 * seconds and the largest resident memory, including the generator of the events and the garbage collector.
 */

const CALM = { locked: 40, queue: 60, counter: 30, counters: 8, flags: 0, wild: 0 };
const TARGET: Shape = { name: 'locks, queues', operations: 1e7, threads: 8, places: 1e5, ...CALM };

const SHAPES: readonly Shape[] = [
  { ...TARGET, operations: 1e5 },
  { ...TARGET, operations: 1e6 },
  TARGET,
  { ...TARGET, name: 'with departures', operations: 1e5, flags: 50 },
  { ...TARGET, name: 'with departures', operations: 1e6, flags: 50 },
  { ...TARGET, name: 'with departures', flags: 50 },
  { ...TARGET, name: 'one hot place', threads: 64, places: 1e4, locked: 0, queue: 0, counter: 1000, counters: 1 },
  { ...TARGET, name: 'many places', places: 1e6 },
  { ...TARGET, name: 'no synchronisation', locked: 0, queue: 0, counter: 0, wild: 1000 },
  { ...TARGET, name: 'private data only', locked: 0, queue: 0, counter: 0 },
];

const WHAT: Readonly<Record<string, readonly ModelName[]>> = {
  tso: ['tso'],
  pso: ['pso'],
  both: ['tso', 'pso'],
  races: [],
};

interface Figures {
  readonly seconds: number;
  readonly megabytes: number;
  readonly departures: number;
  readonly pairs: number;
  readonly races: number;
  readonly undecided: number;
}

function measure(shape: Shape, what: string): Figures {
  const before = process.cpuUsage();
  const run = { roots: 1, initialValue: () => undefined };
  const monitor = new EventMonitor(WHAT[what]!, run);
  const races = new RaceMonitor(run.roots);
  synthetic(shape)(what === 'races' ? races : monitor);
  const { user, system } = process.cpuUsage(before);
  return {
    seconds: (user + system) / 1e6,
    megabytes: process.resourceUsage().maxRSS / 1024,
    departures: monitor.departures.reduce((sum, { count }) => sum + count, 0),
    pairs: monitor.departures.length,
    races: races.races.length,
    undecided: monitor.undecided,
  };
}

async function inProcess(shape: Shape, what: string): Promise<Figures> {
  const child = fork(import.meta.filename, ['--shape', JSON.stringify(shape), '--what', what]);
  return new Promise((resolve, reject) => {
    child.once('message', (figures) => {
      resolve(figures as Figures);
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code !== 0) reject(new Error(`the measurement ended with ${code}`));
    });
  });
}

const { values } = parseArgs({
  options: {
    monitor: { type: 'string' },
    shape: { type: 'string' },
    what: { type: 'string' },
    most: { type: 'string' },
    only: { type: 'string' },
  },
});
if (values.shape !== undefined) process.send!(measure(JSON.parse(values.shape) as Shape, values.what!));
else {
  console.log(
    'recording            operations  threads    places  monitor  CPU s    MB  ns/op  departures  pairs  undecided',
  );
  const most = Number(values.most ?? Infinity);
  for (const shape of SHAPES) {
    if (shape.operations > most || !shape.name.includes(values.only ?? '')) continue;
    for (const what of Object.keys(WHAT)) {
      if (values.monitor !== undefined && values.monitor !== what) continue;
      const { seconds, megabytes, departures, pairs, races, undecided } = await inProcess(shape, what);
      const cells = [
        shape.name.padEnd(20),
        String(shape.operations).padStart(10),
        String(shape.threads).padStart(8),
        String(shape.places).padStart(9),
        what.padStart(8),
        seconds.toFixed(1).padStart(6),
        megabytes.toFixed(0).padStart(5),
        ((1e9 * seconds) / shape.operations).toFixed(0).padStart(6),
        String(departures).padStart(11),
        String(what === 'races' ? races : pairs).padStart(6),
        String(undecided).padStart(10),
      ];
      console.log(cells.join(' '));
    }
  }
}
