import type { ModelName, Program } from '@fencepost/core';
import { LocalStates, Machine, Recorder, load, program, store, traceOf } from '@fencepost/core';
import type { ActiveResult, CycleResult } from '@fencepost/explore';
import {
  Cycles,
  accessesOf,
  predictCycles,
  testActively,
  testRandomly,
  testWithPriorities,
  toTheEnd,
} from '@fencepost/explore';
import {
  bakeryOfLines,
  dekkerOfLines,
  figure1,
  figure13,
  figure2,
  nonBlockingQueue,
  twoLockQueue,
  dekker,
} from '@fencepost/testing';

/** Active testing: the table of Burnim et al. (ISSTA 2011), executions per second, a rare cycle, prediction from a long execution. */

const MODELS = ['tso', 'pso', 'pslo'] as const;

/** Of CPU time: other work of the machine does not matter. */
const seconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const SEEDS = [101, 102, 103, 104, 105];

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** As the paper has it: the mean over the cycles that were confirmed by their own trials at all; NaN if none was. */
function meanProbability({ cycles }: ActiveResult): number {
  return mean(cycles.filter(({ confirmed }) => confirmed > 0).map(({ probability }) => probability));
}

/** The mean over the seeds, and how much they differ. */
function overSeeds(values: readonly number[], digits = 0): string {
  const known = values.filter((value) => !Number.isNaN(value));
  if (known.length === 0) return '-';
  const [least, most] = [Math.min(...known), Math.max(...known)].map((value) => value.toFixed(digits));
  return least === most ? least! : `${mean(known).toFixed(digits)} (${least}-${most})`;
}

/** Probabilities are of single executions; a trial of the paper is a hundred of them. */
function table(): void {
  const programs: readonly (() => Program)[] = [
    figure1,
    figure2,
    () => figure13(1000),
    () => dekker(1, false),
    () => dekkerOfLines(3),
    () => bakeryOfLines(3),
    twoLockQueue,
    nonBlockingQueue,
  ];
  const row = (...cells: readonly string[]): void => console.log(cells.map((cell) => cell.padEnd(19)).join(' '));
  row('program', 'model', 'predicted', 'possible', 'confirmed', 'harmful', 'probability', 'executions/s');
  for (const make of programs) {
    for (const model of MODELS) {
      const start = seconds();
      const results = SEEDS.map((seed) => toTheEnd(testActively(new LocalStates(make()), { model, seed })));
      const time = seconds() - start;
      const count = (wanted: (cycle: CycleResult) => boolean): string =>
        overSeeds(results.map(({ cycles }) => cycles.filter(wanted).length));
      row(
        make().name,
        model,
        count(({ predicted }) => predicted),
        count(({ possible }) => possible),
        count(({ witness }) => witness !== undefined),
        count(({ harmful }) => harmful.length > 0),
        overSeeds(results.map(meanProbability), 2),
        String(Math.round(results.reduce((sum, { executions }) => sum + executions, 0) / time)),
      );
    }
  }
}

/** What we hold ourselves to, in steered executions per second. */
const BAR = 5000;

function throughput(): void {
  for (const model of MODELS) {
    const states = new LocalStates(dekker(1, false));
    const work = (): ActiveResult => toTheEnd(testActively(states, { model, trialsPerCycle: 200, sequentialRuns: 20 }));
    work();
    const start = seconds();
    const { executions } = work();
    const rate = Math.round(executions / (seconds() - start));
    console.log(`dekker(1), ${model}: ${rate} steered executions per second, ${(rate / BAR).toFixed(1)} of the bar`);
  }
}

function rare(): void {
  const runs = 10_000;
  const make = (): Program => figure13(300);
  const until = SEEDS.map((seed) => executionsUntilHarm(make(), 'tso', seed));
  console.log(`figure 13, active: ${overSeeds(until)} executions, those under SC included`);
  const random = toTheEnd(testRandomly(new LocalStates(make()), { model: 'tso', runs }));
  console.log(`figure 13, at random: in ${random.failures[0]?.runs ?? 0} of ${runs} executions`);
  const pct = toTheEnd(testWithPriorities(new LocalStates(make()), { model: 'tso', runs }));
  const found = pct.failures[0];
  console.log(`figure 13, by priorities: in ${found?.runs ?? 0} of ${runs}, first in ${found?.firstRun ?? '-'}`);
}

/** How many executions, whatever they are for, until something goes wrong that does not under SC. */
function executionsUntilHarm(source: Program, model: ModelName, seed: number): number {
  let executions = 0;
  let harmful = 0;
  const options = { model, seed, sequentialRuns: 10, until: (): boolean => harmful > 0 };
  const testing = testActively(new LocalStates(source), options);
  for (let step = testing.next(); step.done !== true; step = testing.next()) {
    executions++;
    ({ harmful } = step.value);
  }
  return harmful > 0 ? executions : NaN;
}

/** Two threads that go over an array again and again, in opposite directions. */
function sweeping(events: number, length: number): Program {
  return program('sweeping', (p) => {
    const cells = p.array('cell', length);
    for (const me of [0, 1]) {
      p.thread(`t${me}`, function* () {
        for (let i = 0; i < events / 4; i++) {
          const cell = cells[me === 0 ? i % length : length - 1 - (i % length)]!;
          const site = { file: `t${me}`, line: i % 7 };
          yield load(cell, 'relaxed', site);
          yield store(cell, i, 'relaxed', site);
        }
      });
    }
  });
}

function longTrace(length: number): void {
  const states = new LocalStates(sweeping(1_000_000, length));
  const machine = new Machine(states, 'sc', new Recorder());
  for (let t = 0; machine.canRun(t); t = 1 - t) machine.run(t);
  const trace = traceOf(states, machine.recorder!);
  const start = seconds();
  const cycles = new Cycles();
  predictCycles(accessesOf(trace), 4, cycles);
  const time = (seconds() - start).toFixed(2);
  console.log(`${trace.events.length} events, ${length} locations: ${cycles.count} cycles predicted in ${time} s`);
}

const parts: Readonly<Record<string, () => void>> = {
  table,
  throughput,
  rare,
  long: () => [10, 10_000, 250_000].forEach(longTrace),
};
for (const name of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts)) parts[name]!();
