import type { CheckFunction, LinearizableFunction, OrdersFunction } from '@fencepost/javascript';
import { variantsOf, withTables } from '@fencepost/javascript/each';
import { afterAll, expect, test } from '@jest/globals';
import type { Reading } from './given-check.js';
import { givenOrders, givenStructure } from './given-check.js';
import type { RunnerCheck, RunnerLinearizable, RunnerOrders } from './prepared-check.js';
import { prepareCheck } from './prepared-check.js';
import { dismissWorker } from './run-check.js';

export { spin } from './spin.js';
export { distinct, int, oneOf } from '@fencepost/linear';
export type { RunnerCheck, RunnerLinearizable, RunnerOrders } from './prepared-check.js';
export type { OrdersEach, OrdersTables, OrdersVariants } from '@fencepost/javascript/each';

// Jest loads this module again for each test file, in a process that continues with the next file.
afterAll(dismissWorker);

type Register = typeof test | typeof test.only;

function via(register: Register, read?: Reading): CheckFunction & LinearizableFunction & OrdersFunction {
  const check = (...given: readonly unknown[]): void => {
    const { name, timeout, run } = prepareCheck(given, check, { read });
    register(name, () => run(expect.getState().testPath!), timeout);
  };
  return check;
}

/** A test that passes if no execution of the threads fails. */
export const check: RunnerCheck = Object.assign(via(test), {
  only: via(test.only),
  skip: via(test.skip),
  todo: (name: string) => test.todo(name),
});

/** A test that passes if the data structure behaves in every scenario as if each call took effect at once. */
export const linearizable: RunnerLinearizable = Object.assign(via(test, givenStructure), {
  only: via(test.only, givenStructure),
  skip: via(test.skip, givenStructure),
  todo: (name: string) => test.todo(name),
});

/**
 * An existing test of async code, run in every order in which its mock functions can answer. It takes what the runner's
 * `test` takes.
 */
export const orders: RunnerOrders = Object.assign(via(test, givenOrders), {
  only: withTables(via(test.only, givenOrders)),
  skip: withTables(via(test.skip, givenOrders)),
  todo: (name: string) => test.todo(name),
  ...variantsOf(via(test, givenOrders), via(test.skip, givenOrders)),
});
