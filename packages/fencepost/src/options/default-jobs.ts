import { availableParallelism } from 'node:os';
import { isMainThread } from 'node:worker_threads';

/** What test runners set where tests run: Vitest, Jest, `node --test`. */
const RUNNERS = ['VITEST_POOL_ID', 'JEST_WORKER_ID', 'NODE_TEST_CONTEXT'];

/** As many as there are cores, except where a test runner uses them all already, or another thread of ours may. */
export function defaultJobs(environment: NodeJS.ProcessEnv = process.env): number {
  const isAlone = isMainThread && RUNNERS.every((name) => environment[name] === undefined);
  return isAlone ? availableParallelism() : 1;
}
