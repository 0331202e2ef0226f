import type { CheckFunction } from '@fencepost/javascript';
import { afterAll, expect, test } from '@jest/globals';
import type { RunnerCheck } from './prepared-check.js';
import { prepareCheck } from './prepared-check.js';
import { dismissWorker } from './run-check.js';

export { spin } from './spin.js';
export type { RunnerCheck } from './prepared-check.js';

// Jest loads this anew for each test file, in a process that goes on with the next.
afterAll(dismissWorker);

type Register = typeof test | typeof test.only;

function via(register: Register): CheckFunction {
  const check = (...given: readonly unknown[]): void => {
    const { name, timeout, run } = prepareCheck(given, check);
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
