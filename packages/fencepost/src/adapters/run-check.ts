import { JobThread } from '@fencepost/workers';
import type { CheckAnswer, CheckQuestion, Project, RunnerJob } from './protocol.js';
import { PROJECT_VARIABLE } from './protocol.js';
import { workerFor } from '../workers/built.js';

type RunnerThread = JobThread<RunnerJob, CheckAnswer>;

/** The thread without a check to run, and its test file. There is at most one. */
let idle: { readonly file: string; readonly thread: RunnerThread } | undefined;

/** Ends the idle thread, because the files it has loaded may have changed. */
export function dismissWorker(): void {
  void idle?.thread.end();
  idle = undefined;
}

/** Runs a check of a test file in a thread, which is kept for the next check of that file. */
export async function runCheck(file: string, question: CheckQuestion, signal?: AbortSignal): Promise<CheckAnswer> {
  signal?.throwIfAborted();
  const thread = take(file);
  const abort = (): void => void thread.end();
  signal?.addEventListener('abort', abort);
  try {
    const project = projectOf(process.env[PROJECT_VARIABLE]);
    const outcome = await thread.run({ input: { ...question, file, project } });
    if (outcome.kind === 'done') {
      put(file, thread);
      return outcome.result;
    }
    signal?.throwIfAborted();
    throw outcome.error ?? new Error(`the worker that ran '${question.name}' ended unexpectedly`);
  } finally {
    signal?.removeEventListener('abort', abort);
    if (idle?.thread !== thread) void thread.end();
  }
}

function take(file: string): RunnerThread {
  if (idle?.file === file) {
    const { thread } = idle;
    idle = undefined;
    return thread;
  }
  dismissWorker();
  // Flags of the process are meant for the test runner.
  return new JobThread(workerFor('runner'), { execArgv: [] });
}

function put(file: string, thread: RunnerThread): void {
  dismissWorker();
  idle = { file, thread };
}

function projectOf(text: string | undefined): Project {
  return text === undefined ? {} : (JSON.parse(text) as Project);
}
