import { compareExchange, fetchAdd, load } from '@fencepost/core';
import type { Operation, Program } from '@fencepost/core';
import { int, linearizable } from '@fencepost/linear';
import { expect, test } from 'vitest';
import { ScenarioEstimate } from '../src/check/scenario-estimate.js';
import { checkProgram } from '../src/index.js';
import { registerOf } from './register.js';

type Run = Generator<Operation, unknown, number>;

const REGISTER = registerOf(4);

const PAIR = linearizable(
  'pair of counters',
  (p) => {
    const places = [p.variable('x'), p.variable('y')];
    return {
      *add(which: number): Run {
        return yield fetchAdd(places[which]!, 1);
      },
      *exchange(): Run {
        const old = yield load(places[0]!);
        return (yield compareExchange(places[0]!, old, old + 2)) === old;
      },
    };
  },
  { add: [int(0, 1)], exchange: [] },
  { calls: 3, threads: 3 },
);

/** By scenario: its calls and executions. */
function explored({ scenarios }: Program): { readonly calls: readonly number[]; readonly executions: number }[] {
  return [...scenarios!.programs()].map((program) => {
    const [check] = checkProgram(program, { models: ['sc'], symmetry: 'off', all: true });
    return { calls: program.calls!.threads.map(({ length }) => length), executions: check!.executions };
  });
}

test.each([REGISTER, PAIR])(
  'the number of executions of all scenarios of a $name is estimated after some of them',
  (program) => {
    const all = explored(program);
    const truth = all.reduce((sum, { executions }) => sum + executions, 0);
    const estimate = new ScenarioEstimate(program.scenarios!.shapes);
    let sum = 0;
    let tried = 0;
    let within = 0;
    for (const { calls, executions } of all) {
      estimate.add(calls, executions);
      sum += executions;
      const total = estimate.total();
      if (sum < 0.05 * truth || total === undefined) continue;
      tried++;
      if (total.low <= truth && truth <= total.high) within++;
      expect(total.likely / truth, `after ${sum} of ${truth}`).toBeGreaterThan(0.5);
      expect(total.likely / truth, `after ${sum} of ${truth}`).toBeLessThan(2);
    }
    expect(tried).toBeGreaterThan(all.length / 5);
    expect(within / tried).toBeGreaterThan(0.7);
  },
);

test('shapes have all scenarios', () => {
  for (const { scenarios } of [REGISTER, PAIR]) {
    const sum = scenarios!.shapes.reduce((total, { count }) => total + count, 0);
    expect(sum).toBeCloseTo(scenarios!.count, 6);
  }
});

test('a saved estimate is the same', () => {
  const { shapes } = REGISTER.scenarios!;
  const estimate = new ScenarioEstimate(shapes);
  for (let i = 0; i < 50; i++) estimate.add([2, 1], 5);
  expect(estimate.total()).toBeUndefined();
  estimate.add([0, 2, 2], 40);
  expect(estimate.total()).toBeDefined();
  expect(new ScenarioEstimate(shapes, JSON.parse(JSON.stringify(estimate.save())) as never).total()).toEqual(
    estimate.total(),
  );
});

test('an estimate is never below the finished work', () => {
  const estimate = new ScenarioEstimate(REGISTER.scenarios!.shapes);
  for (let i = 0; i < 50; i++) estimate.add([2, 1], 5);
  estimate.add([0, 2, 2], 40);
  expect(estimate.total(1_000_000)).toEqual({ low: 1_000_000, likely: 1_000_000, high: 1_000_000 });
});
