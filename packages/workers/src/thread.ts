import type { WorkerOptions } from 'node:worker_threads';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { ThreadData } from './processes.js';
import { THREAD_ENDS_MS } from './periods.js';
import { Processes } from './processes.js';

export type ThreadOptions = Omit<WorkerOptions, 'workerData' | 'transferList'>;

const running = new Set<Thread>();

/** A worker that can be ended together with the processes it has started, if it calls `reportProcesses`. */
export class Thread {
  readonly worker: Worker;
  private readonly processes: Processes;

  /** `data`: part of the worker's `workerData`. */
  constructor(entry: string | URL, data: object, options: ThreadOptions = {}) {
    const { port1, port2 } = new MessageChannel();
    const workerData: ThreadData = { ...data, processes: port2 };
    this.worker = new Worker(entry, { ...options, workerData, transferList: [port2] });
    this.processes = new Processes(port1);
    running.add(this);
    this.worker.once('exit', () => running.delete(this));
  }

  /**
   * Ends the thread. Resolves when it has ended, or after a time limit: it does not end during a system or library call
   * that does not return.
   */
  async end(): Promise<void> {
    this.processes.end();
    let timer: NodeJS.Timeout | undefined;
    // The timer keeps the event loop alive; the worker may not.
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, THREAD_ENDS_MS)));
    await Promise.race([this.worker.terminate(), late]);
    clearTimeout(timer);
  }
}

/** Ends all threads that this one has started. Returns whether they have ended. */
export async function endThreads(): Promise<boolean> {
  await Promise.all([...running].map((thread) => thread.end()));
  return running.size === 0;
}
