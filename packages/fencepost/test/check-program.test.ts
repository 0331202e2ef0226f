import type { FinalView, Program } from '@fencepost/core';
import {
  FAIL,
  LocalStates,
  Machine,
  Recorder,
  findCycle,
  fromInstructions,
  parseSchedule,
  replay,
  traceOf,
} from '@fencepost/core';
import * as fc from 'fast-check';
import { check, checkProgram, load, program, store } from 'fencepost';
import { describe, expect, it } from 'vitest';
import { SMALL_PROGRAMS, randomProgram } from '../../explore/bench/random-programs.js';
import type { ProgramCheck } from '../src/program-check.js';

/** What is wrong with a complete execution, found in another way than explorers do. */
function messagesAt(machine: Machine): string[] {
  const { states, memory } = machine;
  const local = [...machine.local];
  const failed = local.filter((state) => states.kind[state] === FAIL).map((state) => states.failure(state).message);
  if (failed.length > 0 || machine.isDeadlocked()) return failed;
  const view: FinalView = {
    read: (place) => {
      const address = typeof place === 'number' ? place : place.address;
      const location = states.locations.find(address);
      return location === undefined ? states.program.initialValue(address, 1) : memory.m[location]!;
    },
    outcome: (t) => states.outcome(local[t]!),
    outcomes: () => local.map((state) => states.outcome(state)),
  };
  try {
    states.program.after?.(view);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** Every schedule of the report must be one of the model, and show what it is said to show. */
function expectSchedulesToShow(
  source: Program,
  { model, failures, violations, schedule, violation }: ProgramCheck,
): void {
  const replayed = (text: string): Machine => {
    const machine = new Machine(new LocalStates(source), model, new Recorder());
    replay(machine, parseSchedule(text));
    return machine;
  };
  const first = failures[0];
  expect(schedule === null).toBe(first === undefined);
  if (first !== undefined) {
    const machine = replayed(schedule!);
    if (first.kind === 'deadlock') expect(machine.isDeadlocked()).toBe(true);
    else expect(messagesAt(machine)).toContain(first.message);
  }
  for (const { schedule: text, cycle, operation, write } of violations) {
    const machine = replayed(text);
    expect(findCycle(traceOf(machine.states, machine.recorder!))).toBeDefined();
    expect(cycle[0]!.startsWith(`${write} (`)).toBe(true);
    expect(cycle.at(-1)).toMatch(/: (from-read|coherence)$/);
    expect(cycle.at(-1)!.startsWith(`${operation} (`)).toBe(true);
    for (let i = 0; i < cycle.length; i++) {
      const [, to] = cycle[i]!.split(/ → |: /);
      expect(cycle[(i + 1) % cycle.length]!.startsWith(`${to!} → `)).toBe(true);
    }
  }
  expect(violation).toBe(violations[0]?.schedule);
}

function summary({ model, verdict, robust, harmful, failures }: ProgramCheck): unknown {
  const told = failures.map(({ kind, message, thread, underSc }) => JSON.stringify([kind, message, thread, underSc]));
  return { model, verdict, robust, harmful, failures: told.sort() };
}

describe('both methods give the same answers, and schedules that show them', () => {
  it.each(SMALL_PROGRAMS.map((size) => [size]))('%o', { timeout: 120_000 }, (size) => {
    fc.assert(
      fc.property(randomProgram(size), fc.nat(3), fc.nat(3), (instructions, address, value) => {
        const source: Program = {
          ...fromInstructions(instructions),
          after: (final) => check(final.read(address) !== value, `${address} is ${value}`),
        };
        const byGraphs = checkProgram(source);
        for (const options of [{}, { preemptions: Infinity }]) {
          const byMonitors = checkProgram(source, { method: 'monitor', ...options });
          expect(byMonitors.map(summary)).toEqual(byGraphs.map(summary));
          for (const result of byMonitors) expectSchedulesToShow(source, result);
        }
        for (const result of byGraphs) expectSchedulesToShow(source, result);
      }),
      { numRuns: 60 },
    );
  });
});

describe('an execution among many', () => {
  const READERS = 15;
  /** Each reader sees the store or not, in 32,768 ways; one of these fails. */
  const oneFails = (failing: readonly number[]): Program =>
    program('one fails', (p) => {
      const x = p.variable('x');
      p.thread('writer', function* () {
        yield store(x, 1);
      });
      for (let i = 0; i < READERS; i++) {
        p.thread(`reader ${i}`, function* () {
          return yield load(x);
        });
      }
      p.after((final) => check(!failing.every((seen, i) => final.outcome(i + 1) === seen), 'this one'));
    });

  it.each([
    ['first', Array<number>(READERS).fill(0)],
    ['last', Array<number>(READERS).fill(1)],
    ['in the middle', Array.from({ length: READERS }, (_, i) => i % 2)],
  ])('is found again: %s', { timeout: 30_000 }, (_, failing) => {
    const source = oneFails(failing);
    const told: number[] = [];
    const [result] = checkProgram(source, {
      models: ['sc'],
      onProgress: (_model, executions) => told.push(executions),
    });
    expect(result).toMatchObject({ executions: 2 ** READERS, verdict: 'failing' });
    expect(result!.failures).toMatchObject([{ message: 'this one', executions: 1 }]);
    expectSchedulesToShow(source, result!);
    expect(told).toEqual([2 ** 14, 2 ** 15]);
  });
});

it('does not bound the graph search by preemptions', () => {
  const empty = program('empty', () => undefined);
  expect(() => checkProgram(empty, { preemptions: 2 })).toThrow(/with the method monitor only/);
});
