import type { WorkerOptions } from 'node:worker_threads';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { ThreadData } from './processes.js';
import { Processes } from './processes.js';

export type ThreadOptions = Omit<WorkerOptions, 'workerData' | 'transferList'>;

/** In milliseconds: what a thread takes to end if it does. */
const MOST_TO_END = 300;

const running = new Set<Thread>();

/** A worker that can be ended together with the processes that it has started, if it calls `tellProcesses`. */
export class Thread {
  readonly worker: Worker;
  private readonly processes: Processes;

  /** `data`: for the worker, as a part of its `workerData`. */
  constructor(entry: string | URL, data: object, options: ThreadOptions = {}) {
    const { port1, port2 } = new MessageChannel();
    const workerData: ThreadData = { ...data, processes: port2 };
    this.worker = new Worker(entry, { ...options, workerData, transferList: [port2] });
    this.processes = new Processes(port1);
    running.add(this);
    this.worker.once('exit', () => running.delete(this));
  }

  /**
   * Resolves when it has ended, or if that takes long: it does not end while it is in a call of the operating system or of a
   * library that does not return.
   */
  async end(): Promise<void> {
    this.processes.end();
    let timer: NodeJS.Timeout | undefined;
    // It keeps this thread alive, which the worker may not do.
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, MOST_TO_END)));
    await Promise.race([this.worker.terminate(), late]);
    clearTimeout(timer);
  }
}

/** Ends all threads that this one has started; whether they have ended. */
export async function endThreads(): Promise<boolean> {
  await Promise.all([...running].map((thread) => thread.end()));
  return running.size === 0;
}
