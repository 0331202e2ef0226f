import type { FencepostError, InstructionProgram, ModelName, Step } from '@fencepost/core';
import {
  LocalStates,
  Machine,
  assert,
  childHandle,
  cut,
  exit,
  fence,
  fetchAdd,
  join,
  load,
  lock,
  parseChecked,
  parseSchedule,
  printSchedule,
  program,
  replay,
  spawn,
  store,
  stuck,
  tokensOf,
  until,
} from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomProgram, walk } from '@fencepost/testing';
import { errorOf, recordingMachine } from '@fencepost/testing/machines';

/** Handles of threads that can exist. */
const thread = fc
  .oneof(
    fc.array(fc.integer({ min: 1, max: 1023 }), { minLength: 1, maxLength: 3 }),
    fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 4, maxLength: 8 }),
  )
  .map((path) => path.reduce((parent, ordinal) => childHandle(parent, ordinal), 0));
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('run' as const), thread, choice: fc.constant(0) }),
  fc.record({
    kind: fc.constant('run' as const),
    thread: fc.constantFrom(1, 2),
    choice: fc.constantFrom(0, 0, 0, 1, 12),
  }),
  fc.record({ kind: fc.constant('commit' as const), thread, rank: fc.nat(20) }),
);

describe('the text of a schedule', () => {
  it('is the one in the documentation', () => {
    const steps: Step[] = [
      { kind: 'run', thread: 1, choice: 0 },
      { kind: 'run', thread: 1, choice: 0 },
      { kind: 'run', thread: 2, choice: 0 },
      { kind: 'commit', thread: 1, rank: 0 },
      { kind: 'commit', thread: 1, rank: 2 },
      { kind: 'run', thread: 2, choice: 1 },
      { kind: 'run', thread: 2, choice: 0 },
    ];
    expect(printSchedule(steps)).toBe('fp1:1x2.2.1c.1c2.2r1.2');
    expect(printSchedule([])).toBe('fp1:');
    const placed: Step[] = [
      { kind: 'run', thread: 1, choice: 0 },
      { kind: 'run', thread: 2, choice: 1, isStore: true },
      { kind: 'run', thread: 2, choice: 2 },
    ];
    expect(printSchedule(placed)).toBe('fp2:1.2w1.2r2');
    expect(parseSchedule('fp2:1.2w1.2r2')).toEqual(placed);
    expect(parseSchedule('fp1:')).toEqual([]);
  });

  it('names a thread by those that started it', () => {
    const first = childHandle(1, 1);
    const third = childHandle(first, 3);
    const steps: Step[] = [
      { kind: 'run', thread: first, choice: 0 },
      { kind: 'run', thread: first, choice: 0 },
      { kind: 'commit', thread: childHandle(1, 2), rank: 0 },
      { kind: 'commit', thread: third, rank: 1 },
      { kind: 'run', thread: third, choice: 2 },
    ];
    expect(printSchedule(steps)).toBe('fp1:1-1x2.1-2c.1-1-3c1.1-1-3r2');
    expect(parseSchedule('fp1:1-1x2.1-2c.1-1-3c1.1-1-3r2')).toEqual(steps);
  });

  it('can be read back, for all steps', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 40 }), (steps) => {
        const text = printSchedule(steps);
        expect(parseSchedule(text)).toEqual(steps);
        expect(parseChecked(text)).toEqual({ schedule: steps, checks: undefined });
        expect(tokensOf(steps).reduce((sum, token) => sum + token.steps, 0)).toBe(steps.length);
      }),
    );
  });

  it('can be read back with its check characters', () => {
    const anyChecks = fc.string({ unit: fc.constantFrom('0', '9', 'a', 'z'), minLength: 1 });
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 40 }), anyChecks, (schedule, checks) => {
        expect(parseChecked(printSchedule(schedule, checks))).toEqual({ schedule, checks });
        expect(parseSchedule(printSchedule(schedule, checks))).toEqual(schedule);
      }),
    );
    expect(parseChecked('fp1:1.2~')).toMatchObject({ checks: '' });
  });

  it.each([
    ['', 'begins with fp1: or fp2:'],
    ['fp3:1.2', 'begins with fp1: or fp2:'],
    ['1.2', 'begins with fp1: or fp2:'],
    ['fp1:1.', 'step 2'],
    ['fp1:.', 'step 1'],
    ['fp1:1.x', 'step 2'],
    ['fp1:1.2.3q', 'step 3'],
    ['fp1:1x', 'step 1'],
    ['fp1:1r', 'step 1'],
    ['fp1:-1', 'step 1'],
    ['fp1:1 .2', 'step 1'],
    ['fp1:1c1c1', 'step 1'],
    ['fp1:2.1x4294967296', 'step 2'],
    ['fp1:1.1025', 'step 2 of the schedule, "1025", names no thread'],
    ['fp1:0', '"0", names no thread'],
    ['fp1:1-0', 'names no thread'],
    ['fp1:1-', 'names no thread'],
    ['fp1:1--1', 'names no thread'],
    ['fp1:1-1024x2', 'names no thread'],
    ['fp1:01', 'names no thread'],
    ['fp1:1~a~b', '"a~b", at the end of the schedule, are not check characters'],
    ['fp1:1~A', 'are not check characters'],
  ])('refuses %j', (text, complaint) => {
    const error = errorOf(() => parseSchedule(text));
    expect(error.code).toBe('BAD_SCHEDULE');
    expect(error.message).toContain(complaint);
  });
});

describe('replay', () => {
  const sample = program('sample', (p) => {
    const x = p.variable('x');
    const y = p.variable('y');
    p.thread('writer', function* () {
      yield store(x, 1);
      yield store(y, 1);
      yield fence();
    });
    p.thread('waiter', function* () {
      yield until(y, '==', 1);
      return yield load(x);
    });
  });
  const refuses = (model: ModelName, text: string): FencepostError =>
    errorOf(() => replay(new Machine(new LocalStates(sample), model), parseSchedule(text)));

  it('takes the machine where the schedule says', () => {
    const machine = recordingMachine(sample, 'pso');
    replay(machine, parseSchedule('fp1:1x2.1c1.2x2.1c.1'));
    expect(machine.states.outcome(machine.local[1]!)).toBe(0);
    expect(machine.finished(0)).toBe(true);
  });

  it.each([
    ['a thread that does not exist', 'sc', 'fp1:1.3', '2 of the schedule (3)', 'no thread 3', 'with writer, waiter'],
    [
      'a thread that was not started',
      'sc',
      'fp1:1-1',
      '1 of the schedule (1-1)',
      '1-1 has not been',
      'started none so',
    ],
    ['a thread of one that does not exist', 'sc', 'fp1:1-2-1', '(1-2-1)', 'no thread 1-2-1, nor 1-2, which would'],
    [
      'a thread that waits',
      'sc',
      'fp1:2',
      '1 of the schedule (2)',
      'waiter waits for y == 1, and it is 0 (at waiter#0)',
    ],
    ['a fence too early', 'tso', 'fp1:1x3', '1 of the schedule (1x3)', 'after 2 of its 3', 'stores to reach memory'],
    ['a commit of an empty buffer', 'tso', 'fp1:1c', '1 of the schedule (1c)', 'writer has no pending store'],
    ['a commit of too young a store', 'tso', 'fp1:1.1c1', '(1c1)', 'writer has 1 pending store only'],
    ['a commit under SC', 'sc', 'fp1:1.1c', '2 of the schedule (1c)', 'under SC they reach memory at once'],
    ['a commit out of order', 'tso', 'fp1:1x2.1c1', '2 of the schedule (1c1)', 'an older store of writer must'],
    ['an old value of PSLO', 'pso', 'fp1:1x2.1c.1c.2r1', '4 of the schedule (2r1)', 'cannot read a value of y that is'],
    [
      'an old value of a store',
      'pslo',
      'fp1:1r1',
      '(1r1)',
      'the next operation of writer is a store, and only loads can',
    ],
    [
      'a step too many',
      'sc',
      'fp1:1x4.2',
      '1 of the schedule (1x4)',
      'after 3 of its 4',
      'writer has ended (at writer#2)',
    ],
  ] as const)('refuses %s', (_what, model, text, ...complaints) => {
    const error = refuses(model, text);
    expect(error.code).toBe('BAD_SCHEDULE');
    for (const complaint of complaints) expect(error.message).toContain(complaint);
  });

  it('reports how far it got', () => {
    expect(refuses('tso', 'fp1:1x2.1c.1x2')).toMatchObject({ step: 3 });
  });

  const at = (line: number) => ({ file: 'mixed.c', line });
  const mixed = program('mixed', (p) => {
    const m = p.mutex('m');
    const x = p.variable('x');
    p.thread('main', function* () {
      const child = yield spawn(
        function* () {
          yield lock(m, at(2));
          yield store(x, 1, 'relaxed', at(3));
          assert((yield load(x, 'relaxed', at(4))) === 0, 'x is 0');
        },
        'child',
        at(10),
      );
      yield lock(m, at(11));
      yield join(child, at(12));
    });
    p.thread('adder', function* () {
      yield store(x, 2, 'relaxed', at(20));
      yield fetchAdd(x, 1, 'relaxed', at(21));
    });
    p.thread('bounded', function* () {
      yield cut(at(30));
    });
    p.thread('leaver', function* () {
      yield exit(at(40));
    });
    p.thread('spinner', function* () {
      yield load(x, 'relaxed', at(50));
      yield stuck(1, at(51));
    });
  });

  it.each([
    ['a thread that would be started later', 'sc', 'fp1:1.1-2', 11, 'main has started 1 so far'],
    ['to lock what is taken', 'sc', 'fp1:1.1-1.1', 11, 'main waits to lock m, which child holds'],
    ['to join who goes on', 'sc', 'fp1:1x3', 12, 'main waits for child to end'],
    ['an atomic before the buffer is empty', 'pso', 'fp1:2x2', 21, 'adder waits for its stores to x to reach memory'],
    ['a thread that has failed', 'sc', 'fp1:1.1-1x4', 4, 'child has failed: x is 0'],
    ['a thread that was cut off', 'sc', 'fp1:3', 30, 'bounded is not explored further'],
    ['a thread that ended the program', 'sc', 'fp1:4', 40, 'leaver has ended the program'],
    ['a thread that spins', 'sc', 'fp1:5x2', 51, 'spinner waits in a loop that changes nothing'],
  ] as const)('reports the place: %s', (_what, model, text, line, complaint) => {
    const error = errorOf(() => replay(new Machine(new LocalStates(mixed), model), parseSchedule(text)));
    expect(error.message).toContain(complaint);
    expect(error.site).toEqual(at(line));
  });

  it('reports that stores are missing for a join', () => {
    const joined = program('joined', (p) => {
      const x = p.variable('x');
      p.thread('main', function* () {
        yield join(yield spawn(() => [store(x, 1)].values(), 'child'));
      });
    });
    const error = errorOf(() => replay(new Machine(new LocalStates(joined), 'tso'), parseSchedule('fp1:1.1-1.1')));
    expect(error.message).toContain('main waits for the stores of child to reach memory (at main#1)');
  });

  it('of the printed text reproduces the trace of any execution', () => {
    const anyModel = fc.constantFrom<ModelName>('sc', 'tso', 'pso', 'pslo');
    const choices = fc.array(fc.nat(59), { minLength: 1, maxLength: 30 });
    const reproduces = (source: InstructionProgram, model: ModelName, numbers: readonly number[]): void => {
      const original = recordingMachine(source, model);
      const schedule = walk(original, numbers);
      const again = recordingMachine(source, model);
      replay(again, parseSchedule(printSchedule(schedule)));
      // The states of the two machines were discovered in the same order, so even the numbers agree.
      expect(again.recorder!.key()).toBe(original.recorder!.key());
      expect([...again.local]).toEqual([...original.local]);
      expect([...again.memory.m]).toEqual([...original.memory.m]);
    };
    fc.assert(fc.property(randomProgram({ threads: 3, operations: 12 }), anyModel, choices, reproduces), {
      numRuns: 500,
    });
  });
});
