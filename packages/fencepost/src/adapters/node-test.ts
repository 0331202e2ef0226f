import { test } from 'node:test';
import type { CheckFunction } from '@fencepost/javascript';
import type { RunnerCheck } from './prepared-check.js';
import { prepareCheck } from './prepared-check.js';
import { refuseRunners } from './runners.js';
import { testFile } from './test-file.js';

export { spin } from './spin.js';
export type { RunnerCheck } from './prepared-check.js';

type Register = typeof test | typeof test.only | typeof test.skip;

function via(register: Register): CheckFunction {
  const check = (...given: readonly unknown[]): void => {
    const { name, timeout, run } = prepareCheck(given, check);
    refuseRunners(check, 'fencepost/node-test');
    const file = testFile(check);
    void register(name, { timeout }, ({ signal }) => run(file, signal));
  };
  return check;
}

/** A test that passes if no execution of the threads fails. */
export const check: RunnerCheck = Object.assign(via(test), {
  only: via(test.only),
  skip: via(test.skip),
  todo: (name: string) => void test.todo(name),
});
