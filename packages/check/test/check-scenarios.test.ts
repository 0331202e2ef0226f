import { load, program, store, until } from '@fencepost/core';
import type { Operation, Program, Variable } from '@fencepost/core';
import { linearizable } from '@fencepost/linear';
import { describe, expect, test } from 'vitest';
import { checkProgram, replayProgram } from '../src/index.js';
import { registerOf } from './register.js';

type Run = Generator<Operation, unknown, number>;

/** A counter that loses updates; `read` is right. */
const counter = linearizable(
  'counter',
  (p) => {
    const count = p.variable('count');
    return {
      *add(): Run {
        const old = yield load(count);
        yield store(count, old + 1);
        return old;
      },
      *read(): Run {
        return yield load(count);
      },
    };
  },
  { add: [], read: [] },
  { calls: 3, threads: 2 },
);

const register = registerOf(3);

describe('the scenarios of a structure', () => {
  test('are one check per model', () => {
    const { count } = register.scenarios!;
    const extent = 'with at most 3 calls on 2 threads';
    for (const check of checkProgram(register, { models: ['sc', 'rc11'] })) {
      expect(check).toMatchObject({ verdict: 'safe', incomplete: null, scenarios: { checked: count, count, extent } });
      expect(check.executions).toBeGreaterThan(count);
    }
  });

  test('end with the smallest that fails', () => {
    const [check] = checkProgram(counter, { models: ['sc'] });
    expect(check).toMatchObject({
      verdict: 'failing',
      incomplete: { stoppedBy: 'failure' },
      scenarios: { shown: 'counter: add() | add()' },
    });
    const [failure] = check!.failures;
    expect(failure).toMatchObject({ kind: 'not linearizable', underSc: true });
    expect(failure!.history).toEqual({
      initial: [],
      threads: [
        { name: 'thread 1', calls: [{ call: 'add()', result: '0' }] },
        { name: 'thread 2', calls: [{ call: 'add()', result: '0' }] },
      ],
      order: [],
      tried: [
        { calls: [{ call: 'add()', result: '0' }, { call: 'add()', result: '1' }], instead: '0' }, // prettier-ignore
      ],
      left: 0,
    });
    const scenario = counter.scenarios!.named('counter: add() | add()')!;
    expect(replayProgram(scenario, 'sc', check!.schedule!).failures).toMatchObject([{ kind: 'not linearizable' }]);
  });

  test('may be too many for the budget', () => {
    const [check] = checkProgram(register, { models: ['sc'], maxExecutions: 20 });
    expect(check).toMatchObject({ verdict: 'unknown', incomplete: { stoppedBy: 'executions' } });
    expect(check!.incomplete!.covered).toMatch(/^\d+ of \d+ scenarios with at most 3 calls on 2 threads were checked/);
    expect(check!.scenarios!.checked).toBeLessThan(check!.scenarios!.count);
  });

  test('that fail for one of two common reasons have a note', () => {
    const notesOf = (body: (place: Variable) => Run, calls: number): readonly string[] => {
      const one = linearizable('one', (p) => ({ call: () => body(p.variable('x')) }), { call: [] }, { calls });
      return checkProgram(one, { models: ['sc'] })[0]!.notes;
    };
    let made = 0;
    const isolated = function* (): Run {
      return made++;
    };
    expect(notesOf(isolated, 2).join()).toContain('is their state private to each thread?');
    const waiting = function* (place: Variable): Run {
      return yield until(place, '==', 1);
    };
    expect(notesOf(waiting, 1).join()).toContain('declare its operation as blocking');
  });

  test('are not supported by monitors', () => {
    expect(() => checkProgram(register, { method: 'monitor' })).toThrow('is checked with the method graph only');
  });
});

test('a program without calls is checked as before', () => {
  const plain: Program = program('plain', (p) => {
    const x = p.variable('x');
    p.thread('one', function* () {
      yield store(x, 1);
    });
  });
  expect(checkProgram(plain, { models: ['sc'] })[0]).not.toHaveProperty('scenarios');
});
