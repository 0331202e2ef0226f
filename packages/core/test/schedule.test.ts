import type { FencepostError, InstructionProgram, ModelName, Step } from '@fencepost/core';
import {
  LocalStates,
  Machine,
  fence,
  load,
  parseSchedule,
  printSchedule,
  program,
  replay,
  store,
  until,
} from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomProgram } from '../../explore/bench/random-programs.js';
import { walk } from '../../explore/bench/random-walk.js';
import { errorOf, recordingMachine } from './helpers.js';

const thread = fc.integer({ min: 1, max: 2 ** 31 - 1 });
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
  it('is what the documentation shows', () => {
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
    expect(parseSchedule('fp1:')).toEqual([]);
  });

  it('can be read back, whatever the steps', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 40 }), (steps) => {
        expect(parseSchedule(printSchedule(steps))).toEqual(steps);
      }),
    );
  });

  it.each([
    ['', 'begins with fp1:'],
    ['fp2:1.2', 'begins with fp1:'],
    ['1.2', 'begins with fp1:'],
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
    ['a thread that does not exist', 'sc', 'fp1:1.3', 'step 2 of the schedule (3)'],
    ['a thread that waits', 'sc', 'fp1:2', 'step 1 of the schedule (2)'],
    ['a fence before the buffer is empty', 'tso', 'fp1:1x3', 'step 3 of the schedule (1)'],
    ['a commit of an empty buffer', 'tso', 'fp1:1c', 'step 1 of the schedule (1c)'],
    ['a commit under SC', 'sc', 'fp1:1.1c', 'step 2 of the schedule (1c)'],
    ['a commit out of order under TSO', 'tso', 'fp1:1x2.1c1', 'step 3 of the schedule (1c1)'],
    ['an old value where loads read the newest', 'pso', 'fp1:1x2.1c.1c.2r1', 'step 5 of the schedule (2r1)'],
    ['an old value of a store', 'pslo', 'fp1:1r1', 'step 1 of the schedule (1r1)'],
    ['a step of a thread that has returned', 'sc', 'fp1:1x4', 'step 4 of the schedule (1)'],
  ] as const)('refuses %s', (_what, model, text, complaint) => {
    const error = refuses(model, text);
    expect(error.code).toBe('BAD_SCHEDULE');
    expect(error.message).toContain(complaint);
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
