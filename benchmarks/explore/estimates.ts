import { parseArgs } from 'node:util';
import type { ModelName } from '@fencepost/core';
import type { CoveragePoint } from './coverage.js';
import { POINTS, coverageOf } from './coverage.js';
import {
  bakery,
  dekker,
  takeQueue,
  clhLock,
  fibonacci,
  increments,
  indexer,
  lastZero,
  readers,
  storeBuffering,
  ticketLock,
} from '@fencepost/testing';

// Is the true number of executions in the range that is printed while a search runs? (docs/evidence/benchmarks.md)

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '10' } } });
/** Others than the constants of the estimate were chosen with (1 to 10). */
const FIRST_SEED = 101;
const seeds = Array.from({ length: Number(values.seeds) }, (_, i) => FIRST_SEED + i);

const ALL: readonly ModelName[] = ['sc', 'tso', 'pso'];
/** Searches of 5,000 to 230,000 executions. Where models have the same executions, one stands for all. */
const PROGRAMS = [
  { program: storeBuffering(14), models: ALL },
  { program: readers(15), models: ['tso'] },
  { program: increments(8), models: ['tso'] },
  { program: lastZero(12), models: ['tso'] },
  { program: lastZero(14), models: ['tso'] },
  { program: fibonacci(5), models: ['sc', 'tso'] },
  { program: fibonacci(6), models: ['sc', 'tso'] },
  { program: fibonacci(4, 'third thread'), models: ['sc', 'tso'] },
  { program: indexer(16), models: ['tso'] },
  { program: ticketLock(7, 1), models: ['tso'] },
  { program: ticketLock(2, 8), models: ['pso'] },
  { program: clhLock(7, 1), models: ['pso'] },
  { program: dekker(2, false), models: ['tso', 'pso'] },
  { program: dekker(3, true), models: ['sc'] },
  { program: bakery(2, false), models: ['tso'] },
  { program: bakery(3, false), models: ['sc'] },
  { program: takeQueue(4, false), models: ['sc', 'tso'] },
  { program: takeQueue(5, true), models: ['sc'] },
] as const;

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;
}

function cells(at: (point: number) => readonly CoveragePoint[]): string[] {
  return POINTS.map((_, point) => {
    const runs = at(point);
    const inside = runs.filter((run) => run.inside).length / runs.length;
    const width = median(runs.map((run) => run.width));
    return `${(100 * inside).toFixed(0)} %  ${width.toFixed(2)}`.padStart(14);
  });
}

const head = POINTS.map((point) => `${(100 * point).toFixed(0)} % explored`.padStart(14)).join('');
console.log(`runs with the total in the range, and median width (high/low)\n${'program'.padEnd(29)}${head}`);
const everything: (readonly CoveragePoint[])[] = [];
for (const { program, models } of PROGRAMS) {
  for (const model of models) {
    const { total, runs } = coverageOf(program, model, seeds);
    everything.push(...runs);
    const name = `${program.name.padEnd(14)} ${model.padEnd(4)}${total.toLocaleString('en').padStart(9)} `;
    console.log(name + cells((point) => runs.map((run) => run[point]!)).join(''));
  }
}
console.log('all'.padEnd(29) + cells((point) => everything.map((run) => run[point]!)).join(''));
