import type { Operation, Program, Variable } from '@fencepost/core';
import { LocalStates, Machine, assert, cut, exit, load, program, store, stuck, until } from '@fencepost/core';
import { expect, it } from 'vitest';
import type { Ending } from '../src/index.js';
import { FinishedMachine, endingOf } from '../src/index.js';

type Body = (x: Variable) => Generator<Operation, void, number>;

function* ends(x: Variable): Generator<Operation, void, number> {
  yield store(x, 1);
}

function* fails(x: Variable): Generator<Operation, void, number> {
  yield store(x, 1);
  assert(false);
}

function* exits(x: Variable): Generator<Operation, void, number> {
  yield store(x, 1);
  yield exit();
}

function* waits(x: Variable): Generator<Operation, void, number> {
  yield until(x, '==', 2);
}

const isCut = (assumed: boolean): Body =>
  function* (x) {
    yield store(x, 1);
    yield cut(undefined, assumed);
  };

/** Reads x once, and then waits for it to change. */
function* isStuck(x: Variable): Generator<Operation, void, number> {
  yield load(x);
  yield stuck(1);
}

function programOf(bodies: readonly Body[]): Program {
  return program('ends', (p) => {
    const x = p.variable('x');
    bodies.forEach((body, i) => p.thread(`t${i}`, () => body(x)));
  });
}

/** One thread after the other, each as far as it gets. */
function endingInOrder(bodies: readonly Body[]): Ending {
  const states = new LocalStates(programOf(bodies));
  const machine = new Machine(states, 'sc');
  for (let t = 0; t < machine.threads; t++) while (machine.canRun(t)) machine.run(t);
  return endingOf(states, new FinishedMachine(machine));
}

const COMPLETE: Ending = { kind: 'complete', cutBy: undefined, deadlocked: false, abandoned: false, failed: false };

it.each<[string, readonly Body[], Partial<Ending>]>([
  ['everybody ended', [ends, ends], {}],
  ['a thread waits forever', [ends, waits], { deadlocked: true }],
  ['a thread failed', [ends, fails], { failed: true }],
  ['no thread waits after a failure', [fails, waits], { failed: true }],
  ['no thread waits after an exit', [exits, waits], {}],
  ['an assumption does not hold', [ends, isCut(true)], { kind: 'cut', cutBy: 'assumption' }],
  ['a bound was hit', [ends, isCut(false)], { kind: 'cut', cutBy: 'bound' }],
  ['an assumption says more than a bound', [isCut(false), isCut(true)], { kind: 'cut', cutBy: 'assumption' }],
  [
    'a failure counts though others are cut off',
    [fails, isCut(true)],
    { kind: 'cut', cutBy: 'assumption', failed: true },
  ],
  ['a failure counts though a bound was hit', [fails, isCut(false)], { kind: 'cut', cutBy: 'bound', failed: true }],
  ['a loop that would read something else', [isStuck, ends], { kind: 'blocked' }],
  ['a failure in an execution that goes on elsewhere', [isStuck, fails], { kind: 'blocked' }],
  ['a loop that would read the same', [ends, isStuck], { deadlocked: true }],
])('knows how an execution ended: %s', (_, bodies, expected) => {
  expect(endingInOrder(bodies)).toEqual({ ...COMPLETE, ...expected });
});
