import { availableParallelism } from 'node:os';
import { isMainThread } from 'node:worker_threads';

/** Variables that test runners set for tests: Vitest, Jest, `node --test`. */
const RUNNERS = ['VITEST_POOL_ID', 'JEST_WORKER_ID', 'NODE_TEST_CONTEXT'];

/** Returns the number of cores, or 1 if a test runner or another thread of ours may already use them all. */
export function defaultJobs(environment: NodeJS.ProcessEnv = process.env): number {
  const isAlone = isMainThread && RUNNERS.every((name) => environment[name] === undefined);
  return isAlone ? availableParallelism() : 1;
}
