import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Operation } from '@fencepost/core';
import { LocalStates, fence, load, program, store } from '@fencepost/core';
import type { MonitorName, RunView } from '@fencepost/explore';
import { MONITORS, exploreBounded, exploreSource } from '@fencepost/explore';
import { fibonacci, increments, indexer, lastZero, readers, storeBuffering } from '@fencepost/testing';
import { plot } from '../report/plot.js';

/**
 * What monitors cost: `npm run bench -- monitor-cost [--long] [--plot FILE.svg]`; `--long` leaves out the searches.
 * First, how much longer searches of SC executions take with the monitor on. Second, the time per operation on one long
 * execution, by its length and by its number of threads.
 */

const NAMES: readonly MonitorName[] = ['borderline-tso', 'borderline-pso', 'sober', 'simulation-tso', 'simulation-pso'];
const { values } = parseArgs({ options: { plot: { type: 'string' }, long: { type: 'boolean', default: false } } });

function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1]!;
}

/** Median times with and without, measured in turn so that a slow moment of the machine hits both. */
function ratio(plain: () => void, monitored: () => void): number {
  for (let i = 0; i < 3; i++) [plain, monitored].forEach(cpuSeconds);
  const times: [number, number][] = [];
  for (let i = 0; i < 9; i++) times.push([cpuSeconds(plain), cpuSeconds(monitored)]);
  return median(times.map(([, slow]) => slow)) / median(times.map(([fast]) => fast));
}

function overheads(): void {
  console.log('searches of SC executions: time with the monitor / time without');
  console.log(`${'program'.padEnd(14)} ${'search'.padEnd(9)} borderline-tso borderline-pso`);
  const programs = [storeBuffering(10), readers(11), increments(7), lastZero(8), fibonacci(5), indexer(13)];
  for (const source of programs) {
    const states = new LocalStates(source);
    for (const search of ['source', 'bounded'] as const) {
      const explore = (name?: MonitorName) => (): void => {
        const observe = name && ((run: RunView) => MONITORS[name](states, () => undefined, run));
        if (search === 'source') exploreSource(states, { model: 'sc', ...(observe && { observe }) });
        else
          exploreBounded(states, {
            mostPreemptions: 2,
            budget: 2000,
            mostConfigurations: 20_000,
            ...(observe && { observe }),
          });
      };
      const cells = (['borderline-tso', 'borderline-pso'] as const).map((name) =>
        ratio(explore(), explore(name)).toFixed(2),
      );
      console.log(`${source.name.padEnd(14)} ${search.padEnd(9)} ${cells[0]!.padStart(14)} ${cells[1]!.padStart(14)}`);
    }
  }
}

/** A long execution: threads in turn do random loads and stores, and now and then a fence, on eight variables. */
function longExecution(
  threads: number,
  operations: number,
): { states: LocalStates; steps: [number, number, boolean][] } {
  let seed = 1;
  const random = (n: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >> 8) % n;
  };
  const each = Math.floor(operations / threads);
  const source = program('long', (p) => {
    const places = p.array('v', 8);
    for (let t = 0; t < threads; t++) {
      const list: Operation[] = Array.from({ length: each }, (_, i) => {
        const kind = random(20);
        if (kind === 0) return fence();
        return kind < 10 ? load(places[random(8)]!) : store(places[random(8)]!, i & 3);
      });
      p.thread(`t${t}`, function* () {
        for (const operation of list) yield operation;
      });
    }
  });
  const states = new LocalStates(source);
  const steps: [number, number, boolean][] = [];
  const local = states.initial.slice();
  for (let i = 0; i < each; i++) {
    for (let t = 0; t < threads; t++) {
      const state = local[t]!;
      steps.push([t, state, states.kind[state] === 1]);
      local[t] = states.update(state, 0);
    }
  }
  return { states, steps };
}

/** Nanoseconds per operation; what was told is settled now and then, as nothing will be taken back. */
function perOperation(name: MonitorName, threads: number, operations: number): number {
  const { states, steps } = longExecution(threads, operations);
  const once = (): number => {
    const monitor = MONITORS[name](states, () => undefined);
    const seconds = cpuSeconds(() => {
      steps.forEach(([t, state, writes], i) => {
        monitor.step(t, state, writes);
        if (i % 1000 === 999) monitor.settle();
      });
    });
    return (seconds / steps.length) * 1e9;
  };
  once();
  return median([once(), once(), once()]);
}

function longExecutions(): void {
  const lengths = [1e3, 1e4, 1e5, 1e6];
  const counts = [2, 4, 8, 16, 32, 64];
  const row = (name: string, cells: readonly number[]): string =>
    name.padEnd(16) + cells.map((cell) => cell.toFixed(0).padStart(9)).join('');
  console.log('\none execution of 4 threads: nanoseconds per operation, by number of operations');
  console.log(row('', lengths));
  const byLength = NAMES.map((name) => ({
    name,
    points: lengths.map((n): [number, number] => [n, perOperation(name, 4, n)]),
  }));
  for (const { name, points } of byLength)
    console.log(
      row(
        name,
        points.map(([, y]) => y),
      ),
    );
  console.log('\none execution of 100,000 operations: nanoseconds per operation, by number of threads');
  console.log(row('', counts));
  const byThreads = NAMES.map((name) => ({
    name,
    points: counts.map((n): [number, number] => [n, perOperation(name, n, 1e5)]),
  }));
  for (const { name, points } of byThreads)
    console.log(
      row(
        name,
        points.map(([, y]) => y),
      ),
    );
  if (values.plot === undefined) return;
  const yLabel = 'ns per operation';
  const panels = [
    { title: '4 threads, by operations', xLabel: 'operations', yLabel, series: byLength },
    { title: '100,000 operations, by threads', xLabel: 'threads', yLabel, series: byThreads },
  ];
  writeFileSync(values.plot, plot(panels));
}

if (!values.long) overheads();
longExecutions();
