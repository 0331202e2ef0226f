import type { Instruction, InstructionProgram, LocalStates, ModelName } from '@fencepost/core';
import {
  Machine,
  Recorder,
  findCycle,
  parseSchedule,
  printSchedule,
  replay,
  traceOf,
  witnessOf,
} from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomProgram } from '@fencepost/testing';
import type { MonitorName } from '../src/index.js';
import { MONITORS, exploreAll, exploreGraphs } from '../src/index.js';
import type { Interleaving } from './interleavings.js';
import { interleavings, show, statesOf } from './interleavings.js';

const TARGETS: Readonly<Record<MonitorName, ModelName>> = {
  'borderline-tso': 'tso',
  'borderline-pso': 'pso',
  sober: 'tso',
  'sober-published': 'tso',
  'simulation-tso': 'tso',
  'simulation-pso': 'pso',
};
const SOUND_AND_COMPLETE: readonly MonitorName[] = [
  'borderline-tso',
  'borderline-pso',
  'sober',
  'simulation-tso',
  'simulation-pso',
];
const TRACE_ONLY: readonly MonitorName[] = ['borderline-tso', 'borderline-pso', 'sober'];

/** Does the monitor report on this interleaving? Each report must have a witness that replays to a cycle. */
function reports(states: LocalStates, name: MonitorName, interleaving: Interleaving): boolean {
  const machine = new Machine(states, 'sc', new Recorder());
  let found = false;
  const watch = MONITORS[name](states, (violation) => {
    found = true;
    const witness = witnessOf(states, machine.recorder!, violation);
    expect(witness, `${name} has a witness`).toBeDefined();
    const replayed = new Machine(states, violation.model, new Recorder());
    replay(replayed, parseSchedule(printSchedule(witness!.schedule)));
    expect(findCycle(traceOf(states, replayed.recorder!))).toBeDefined();
  });
  show(interleaving, watch, ({ thread }) => {
    machine.run(thread);
  });
  return found;
}

/** Which interleavings each monitor reports on; undefined if the program has too many. */
function answers(source: InstructionProgram, names: readonly MonitorName[]) {
  const states = statesOf(source);
  const all = interleavings(states, 600);
  if (all === undefined) return undefined;
  const byName = new Map(names.map((name) => [name, all.map((each) => reports(states, name, each))]));
  return { states, all, byName };
}

function isRobust(states: LocalStates, model: ModelName): boolean {
  const robust = exploreAll(states, { model }).nonSequential === 0;
  expect(exploreGraphs(states, { model }).nonSequential === 0).toBe(robust);
  return robust;
}

describe('monitors decide robustness from SC executions alone', () => {
  it.each([
    { threads: 2, operations: 8, numRuns: 150 },
    { threads: 3, operations: 7, numRuns: 100 },
    { threads: 4, operations: 6, numRuns: 50 },
  ])('$threads threads', { timeout: 120_000 }, ({ numRuns, ...size }) => {
    fc.assert(
      fc.property(randomProgram(size), (source) => {
        const found = answers(source, SOUND_AND_COMPLETE);
        if (found === undefined) return;
        const { states, all, byName } = found;
        for (const [name, reported] of byName) {
          expect(reported.includes(true), `${name} reports`).toBe(!isRobust(states, TARGETS[name]));
        }
        for (const name of TRACE_ONLY) {
          const byTrace = new Map<string, boolean>();
          all.forEach(({ key }, i) => {
            const answer = byName.get(name)![i]!;
            expect(byTrace.get(key) ?? answer, `${name} answers the same on one trace`).toBe(answer);
            byTrace.set(key, answer);
          });
        }
        expect(byName.get('borderline-tso')).toEqual(byName.get('sober'));
      }),
      { numRuns },
    );
  });
});

describe('the PSO monitors', () => {
  it('know that a failed atomic has drained its own location', () => {
    const failedSwap: Instruction = {
      op: 'rmw',
      fn: 'cas',
      address: 0,
      expected: 0,
      value: 0,
      to: 0,
      order: 'relaxed',
    };
    const source = programOf([load(1, 0), store(0, 0)], [store(0, 1), failedSwap, store(1, 0)]);
    const { states, byName } = answers(source, ['borderline-pso', 'simulation-pso'])!;
    expect(isRobust(states, 'pso')).toBe(true);
    for (const reported of byName.values()) expect(reported).not.toContain(true);
  });
});

const load = (address: number, to: number): Instruction => ({ op: 'load', address, to });
const store = (address: number, value: number): Instruction => ({ op: 'store', address, value });
const fullFence: Instruction = { op: 'fence', order: 'seq_cst' };

function programOf(...threads: readonly (readonly Instruction[])[]): InstructionProgram {
  return { name: 'small', threads: threads.map((instructions, i) => ({ name: `t${i}`, instructions })) };
}

describe("SOBER's error", () => {
  it('misses a load that is served by its own store buffer', () => {
    // x = 1; r0 = x; r1 = y ∥ y = 1; x = 2, ending with x = 1, r0 = 1, r1 = 0.
    const found = answers(programOf([store(0, 1), load(0, 0), load(1, 1)], [store(1, 1), store(0, 2)]), [
      'sober',
      'sober-published',
    ])!;
    expect(isRobust(found.states, 'tso')).toBe(false);
    expect(found.byName.get('sober')).toContain(true);
    expect(found.byName.get('sober-published')).not.toContain(true);
  });

  it('shows in no smaller program of two threads, loads, stores and two variables', { timeout: 60_000 }, () => {
    const operations = [store(0, 1), store(1, 1), load(0, 0), load(1, 0)];
    const lists = (length: number): Instruction[][] =>
      length === 0 ? [[]] : lists(length - 1).flatMap((list) => operations.map((operation) => [...list, operation]));
    for (let left = 1; left <= 3; left++) {
      for (let right = 1; left + right <= 4; right++) {
        for (const first of lists(left)) {
          for (const second of lists(right)) {
            const { states, byName } = answers(programOf(first, second), ['sober-published'])!;
            expect(byName.get('sober-published')!.includes(true)).toBe(
              exploreAll(states, { model: 'tso' }).nonSequential > 0,
            );
          }
        }
      }
    }
  });
});

describe('the simulating monitors need more than one interleaving per trace', () => {
  const exchangeX: Instruction = { op: 'rmw', fn: 'exchange', address: 0, value: 1, to: 0, order: 'relaxed' };
  // Silent where the fence comes before the other thread, whatever the trace.
  it.each([
    ['simulation-tso', 'borderline-tso', [store(0, 1), store(1, 2)]],
    ['simulation-pso', 'borderline-pso', [exchangeX, load(1, 1)]],
  ] as const)('%s', (simulation, borderline, other) => {
    const source = programOf([store(1, 1), load(0, 0), fullFence], other);
    const { states, all, byName } = answers(source, [simulation, borderline])!;
    expect(isRobust(states, TARGETS[simulation])).toBe(false);
    expect(byName.get(simulation)).toContain(true);
    const silentSomewhere = new Set(all.filter((_, i) => !byName.get(simulation)![i]!).map(({ key }) => key));
    expect(all.every(({ key }) => silentSomewhere.has(key))).toBe(true);
    expect(byName.get(borderline)).toContain(true);
  });
});
