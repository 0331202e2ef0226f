import type { CheckFunction } from '@fencepost/javascript';
import { test } from 'vitest';
import type { RunnerCheck } from './prepared-check.js';
import { prepareCheck } from './prepared-check.js';
import { dismissWorker } from './run-check.js';

export { spin } from './spin.js';
export type { RunnerCheck } from './prepared-check.js';

type Register = typeof test | typeof test.only;

function via(register: Register): CheckFunction {
  const check = (...given: readonly unknown[]): void => {
    // The file is being read, perhaps again: it may have changed.
    dismissWorker();
    const { name, timeout, run } = prepareCheck(given, check);
    register(name, { timeout }, ({ task, signal }) => run(task.file.filepath, signal));
  };
  return check;
}

/** A test that passes if no execution of the threads fails. */
export const check: RunnerCheck = Object.assign(via(test), {
  only: via(test.only),
  skip: via(test.skip),
  todo: (name: string) => test.todo(name),
});
