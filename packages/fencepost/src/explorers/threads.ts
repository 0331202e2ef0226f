import type { Connect, FromHelper, ToHelper } from '@fencepost/check';
import { JobThread } from '@fencepost/workers';
import type { ProgramReference } from '../load/loaded-program.js';
import { workerFor } from '../workers/built.js';
import type { HelperJob } from './helper.js';

/** Output of modules while they are loaded has been printed already. */
const QUIET = { stdout: true, stderr: true };

/** Starts threads of this process that help with a program, each with its own copy. */
export function helperThreads(
  reference: ProgramReference,
  maxDepth?: number,
): Connect<ToHelper<unknown>, FromHelper<never>> {
  return (take, ended) => {
    const thread = new JobThread<HelperJob, void, FromHelper<never>>(workerFor('helper'), QUIET);
    void thread.run({ input: { reference, maxDepth }, onProgress: take }).then(ended, ended);
    return { send: (message) => thread.send(message), end: () => void thread.end() };
  };
}
