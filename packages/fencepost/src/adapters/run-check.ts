import { Thread } from '@fencepost/workers';
import type { CheckAnswer, CheckQuestion, CheckWorkerData, Project } from './protocol.js';
import { PROJECT_VARIABLE } from './protocol.js';
import { builtWorker } from '../workers/built.js';

/** For loading the files of a check, and for the last part of a search that is given up. */
export const GRACE_SECONDS = 10;

/** A Worker that has no check to run, and the test file that it is for. There is one at most. */
let idle: { readonly file: string; readonly thread: Thread } | undefined;

/** The Worker that is kept has loaded files that may have changed. */
export function dismissWorker(): void {
  void idle?.thread.end();
  idle = undefined;
}

/** Runs a check of a test file in a Worker, which is kept for the next one of that file. */
export async function runCheck(file: string, question: CheckQuestion, signal?: AbortSignal): Promise<CheckAnswer> {
  signal?.throwIfAborted();
  const thread = take(file);
  try {
    const answer = await ask(thread.worker, question, signal);
    put(file, thread);
    return answer;
  } catch (error) {
    void thread.end();
    throw error;
  }
}

function take(file: string): Thread {
  if (idle?.file !== file) {
    dismissWorker();
    const data: CheckWorkerData = { file, project: projectOf(process.env[PROJECT_VARIABLE]) };
    // Flags of the process are for the test runner.
    return new Thread(builtWorker('check-worker'), data, { execArgv: [] });
  }
  const { thread } = idle;
  idle = undefined;
  thread.worker.ref();
  return thread;
}

function put(file: string, thread: Thread): void {
  dismissWorker();
  thread.worker.unref();
  idle = { file, thread };
}

function projectOf(text: string | undefined): Project {
  return text === undefined ? {} : (JSON.parse(text) as Project);
}

function ask(worker: Thread['worker'], question: CheckQuestion, signal: AbortSignal | undefined): Promise<CheckAnswer> {
  const { name } = question;
  return new Promise<CheckAnswer>((resolve, reject) => {
    const given = (answer: CheckAnswer): void => end(() => resolve(answer));
    const failed = (error: unknown): void =>
      end(() => reject(error instanceof Error ? error : new Error(String(error))));
    const exited = (): void => failed(new Error(`the Worker that ran '${name}' has ended`));
    const aborted = (): void => failed(signal?.reason);
    const end = (settle: () => void): void => {
      worker.off('message', given).off('error', failed).off('exit', exited);
      signal?.removeEventListener('abort', aborted);
      settle();
    };
    worker.on('message', given).on('error', failed).on('exit', exited);
    signal?.addEventListener('abort', aborted);
    worker.postMessage(question);
  });
}
