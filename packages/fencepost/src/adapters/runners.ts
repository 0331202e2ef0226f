import { isMainThread } from 'node:worker_threads';
import { NEEDS_NODE, otherRuntime } from '../other-runtime.js';
import { refusal } from './refusal.js';
import { filesOnStack } from './test-file.js';

/** Test runners by the environment variable they set, and the module that a file run by them should import. */
const ADAPTERS: Readonly<Record<string, string>> = {
  VITEST: 'fencepost/vitest',
  JEST_WORKER_ID: 'fencepost/jest',
  NODE_TEST_CONTEXT: 'fencepost/node-test',
};

/**
 * Rejects test runners that `adapter`, the module that the test file imports, does not support: they would not notice a
 * failing check. Mocha, for example, sets the exit code to the result of its own tests. `called` is the function that
 * the file calls.
 */
export function refuseRunners(called: (...given: never[]) => unknown, adapter: string): void {
  requireNode();
  const others = Object.keys(ADAPTERS).filter((variable) => process.env[variable] !== undefined);
  const right = others.map((variable) => ADAPTERS[variable]!);
  if (right.includes(adapter)) return;
  const refuse = (hint: string): never => {
    throw refusal(`check from '${adapter}' does not work in this test runner`, hint);
  };
  if (right[0] !== undefined) refuse(`import { check } from '${right[0]}'`);
  if (isMocha(called)) refuse("there is no adapter for Mocha: run the file with 'fencepost check'");
  // Runners that use Workers ignore a Worker's exit code.
  if (!isMainThread && adapter === 'fencepost') refuse("run the file with 'fencepost check' or with node");
}

/** Rejects Bun and Deno: they would find no tests in the file and report success. */
export function requireNode(): void {
  const runtime = otherRuntime();
  if (runtime !== undefined) throw refusal(NEEDS_NODE.message(runtime), NEEDS_NODE.hint);
}

function isMocha(called: (...given: never[]) => unknown): boolean {
  // Mocha sets a variable only in parallel mode.
  if (process.env['MOCHA_WORKER_ID'] !== undefined) return true;
  return filesOnStack(called).some((file) => /[\\/]node_modules[\\/]mocha[\\/]/.test(file));
}
