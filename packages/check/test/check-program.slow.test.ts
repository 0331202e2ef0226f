import type { FinalView, Instruction, Limit, ModelName, Program } from '@fencepost/core';
import {
  FAIL,
  LocalStates,
  Machine,
  Recorder,
  RestartSearch,
  findCycle,
  fromInstructions,
  parseSchedule,
  replay,
  traceOf,
} from '@fencepost/core';
import * as fc from 'fast-check';
import { assert, exchange, load, program, store, until } from 'fencepost';
import { checkProgram } from '@fencepost/check';
import { describe, expect, it } from 'vitest';
import { SMALL_PROGRAMS, randomProgram } from '@fencepost/testing';
import type { Counterexample } from 'fencepost';
import type { ProgramCheck } from '../src/check/program-check.js';
import { replayProgram } from '../src/replay/replay-program.js';
import { testProgram } from '../src/test/test-program.js';

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
    results: () => new Map(),
    returned: () => undefined,
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
function expectSchedulesToShow(source: Program, { model, failures, violations, schedule }: ProgramCheck): void {
  const replayed = (text: string): Machine => {
    const machine = new Machine(new LocalStates(source), model, new Recorder());
    replay(machine, parseSchedule(text));
    return machine;
  };
  for (const { kind, message, underSc, counterexample } of failures) {
    const machine = replayed(counterexample!.schedule);
    if (kind === 'deadlock') expect(machine.isDeadlocked()).toBe(true);
    else expect(messagesAt(machine)).toContain(message);
    expectCycle(counterexample!);
    if (underSc === false) expect(counterexample!.delays).not.toEqual([]);
  }
  for (const { operation, write, counterexample } of violations) {
    const { cycle, delays, story } = counterexample;
    const machine = replayed(counterexample.schedule);
    expect(findCycle(traceOf(machine.states, machine.recorder!))).toBeDefined();
    expectCycle(counterexample);
    expect([story.steps[cycle.at(-1)!.from]!.label, story.steps[cycle[0]!.from]!.label]).toEqual([operation, write]);
    expect(delays).not.toEqual([]);
  }
  const shown = failures[0]?.counterexample ?? violations[0]?.counterexample;
  expect(schedule).toBe(shown?.schedule ?? null);
}

/** It leads from each operation to the next, and back, by what the story says happened. */
function expectCycle({ story: { steps }, cycle }: Counterexample): void {
  cycle.forEach(({ from, to, kind }, i) => {
    expect(cycle[(i + 1) % cycle.length]!.from).toBe(to);
    const [first, second] = [steps[from]!, steps[to]!];
    expect(first.thread === second.thread).toBe(kind === 'program order');
    if (kind === 'program order') expect(from).toBeLessThan(to);
    else if (kind !== 'spawn' && kind !== 'join') expect(first.place).toBe(second.place);
    if (kind === 'reads-from') expect(second.read).toBe(first.wrote);
  });
  if (cycle.length > 0) expect(['from-read', 'coherence']).toContain(cycle.at(-1)!.kind);
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
          after: (final) => assert(final.read(address) !== value, `${address} is ${value}`),
        };
        const byGraphs = checkProgram(source, { all: true });
        for (const options of [{}, { preemptions: Infinity }]) {
          const byMonitors = checkProgram(source, { method: 'monitor', all: true, ...options });
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
      p.after((final) => assert(!failing.every((seen, i) => final.outcome(i + 1) === seen), 'this one'));
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
      all: true,
      onProgress: ({ executions }) => told.push(executions),
    });
    expect(result).toMatchObject({ executions: 2 ** READERS, verdict: 'failing' });
    expect(result!.failures).toMatchObject([{ message: 'this one', executions: 1 }]);
    expectSchedulesToShow(source, result!);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBe(2 ** READERS);
  });
});

it('shows a failed check of the end by complete executions', () => {
  const source = program('waits', (p) => {
    const x = p.variable('x', 1);
    p.thread('waiting', function* () {
      yield until(x, '==', 1);
    });
    p.thread('storing', function* () {
      yield store(x, 0);
    });
    p.thread('exchanging', function* () {
      yield exchange(x, 0);
    });
    p.after((final) => assert(final.read(x) !== 0, 'x is 0'));
  });
  for (const result of checkProgram(source, { all: true })) expectSchedulesToShow(source, result);
});

/** Fails at one place, with what was read; no two stores are seen in order. */
const TELLING = program('telling', (p) => {
  const [x, y, flag] = [p.variable('x'), p.variable('y'), p.variable('flag')];
  p.thread('writer', function* () {
    for (const each of [x, y, flag]) yield store(each, 1);
  });
  p.thread('reader', function* () {
    yield until(flag, '==', 1);
    return 10 * (yield load(x)) + (yield load(y));
  });
  p.after((final) => {
    const seen = final.outcome(1);
    if (seen === 11) return;
    const site = { file: 'telling.c', line: 7 };
    throw Object.assign(new Error(`saw ${String(seen)}`), { name: 'CheckFailed', site });
  });
});

it.each(['graph', 'monitor'] as const)('has the message of the execution that is shown, with %ss', (method) => {
  const [{ failures }] = checkProgram(TELLING, { models: ['pso'], method, all: true }) as [ProgramCheck];
  expect(failures).toHaveLength(1);
  const [{ message, executions, counterexample }] = failures as [ProgramCheck['failures'][number]];
  expect(executions).toBe(3); // with another message each: 0, 1 and 10
  const reads = counterexample!.story.steps.filter(({ kind, thread }) => kind === 'load' && thread === 1);
  const [x, y] = reads.slice(-2).map(({ read }) => Number(read));
  expect(message).toBe(`saw ${10 * x! + y!}`);
  expect(message).not.toBe('saw 0'); // the smallest one, of an execution that is not as simple
  const replayed = replayProgram(TELLING, 'pso', counterexample!.schedule);
  expect(replayed.failures.map((failure) => failure.message)).toEqual([message]);
});

it('keeps only the knowledge of the front end after an attempt', () => {
  const plain = program('learning', (p) => {
    const x = p.variable('x');
    p.thread('a', function* () {
      yield store(x, 1);
    });
    p.thread('b', function* () {
      yield load(x);
    });
  });
  const limits: Limit[] = [];
  let attempts = 0;
  const learning: Program = {
    ...plain,
    initialValue: (address, size) => {
      if (attempts++ === 0) {
        limits.push({ what: 'a loop', bound: '1 iteration', advice: 'none' });
        throw new RestartSearch('shared after all');
      }
      return plain.initialValue(address, size);
    },
    limits: () => limits,
    beginAgain: () => {
      limits.length = 0;
    },
  };
  expect(checkProgram(learning, { models: ['sc'] })).toMatchObject([{ verdict: 'safe', incomplete: null }]);
  attempts = 0;
  expect(testProgram(learning, { models: ['tso'] })[0]).toMatchObject({ notes: [] });
});

describe('a search with bounded preemptions', () => {
  const instructions: readonly Instruction[] = [1, 2].flatMap((value) => [
    { op: 'load', to: 0, address: 0 },
    { op: 'store', address: 0, value },
  ]);
  const threads = ['a', 'b'].map((name) => ({ name, instructions }));
  const writers = fromInstructions({ name: 'writers', threads });
  const models: ModelName[] = ['sc', 'tso', 'rc11', 'arm64'];
  const full = checkProgram(writers, { models, symmetry: 'off' });

  it.each([0, 1])('decides nothing, but says what it has explored: %i', (preemptions) => {
    checkProgram(writers, { models, preemptions }).forEach((check, i) => {
      const covered = new RegExp(`^all executions under .* with at most ${preemptions} preemption.* were explored$`);
      expect(check).toMatchObject({
        verdict: 'unknown',
        robust: check.robust === false ? false : null,
        incomplete: { stoppedBy: 'preemptions' },
      });
      expect(check.incomplete?.covered).toMatch(covered);
      expect(check.executions).toBeLessThan(full[i]!.executions);
      expect(check.executions).toBeGreaterThan(1);
    });
  });

  it('is complete if nothing has more', () => {
    const counts = (checks: readonly ProgramCheck[]): unknown =>
      checks.map(({ verdict, robust, executions, incomplete }) => ({ verdict, robust, executions, incomplete }));
    expect(counts(checkProgram(writers, { models, preemptions: 99 }))).toEqual(counts(full));
  });

  it('says how far it came', () => {
    const [check] = checkProgram(writers, { models: ['sc'], preemptions: 99, maxExecutions: 5 });
    expect(check).toMatchObject({ verdict: 'unknown', incomplete: { stoppedBy: 'executions' } });
    expect(check!.incomplete!.covered).toContain('at most 0 preemptions were explored, and');
  });
});

it('does not count a search as started if it was stopped before', () => {
  const checks = checkProgram(TELLING, { models: ['sc', 'tso', 'pso'], maxSeconds: 0 });
  // What is small enough is explored between two looks at the clock.
  expect(checks.map(({ incomplete }) => incomplete?.covered)).toEqual([undefined, 'not started', 'not started']);
});
