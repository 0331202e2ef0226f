import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { Worker, WorkerOptions } from 'node:worker_threads';
import { SHARE_ENV, setEnvironmentData } from 'node:worker_threads';
import type { Native } from '../memory/views/replace.js';
import { disguised } from '../memory/views/replace.js';
import { current } from '../world/running/current.js';
import { knowPort } from './messages.js';
import { NativeWorker, natives } from './natives.js';
import { DOOMED, ENDED, LOCK, STARTS } from './scheduler.js';
import { ENVIRONMENT } from './environment.js';
import { MOST_THREADS, NODE_IDS, STATE, THREADS } from './shared-words.js';
import type { Steps } from './steps.js';
import { JOIN, SEQ_CST, SPAWN } from './steps.js';
import { instrumentedText } from './sources.js';
import type { NodeOptions } from './node-options.js';
import { numberWorkers } from './thread-ids.js';

/** Replaces `Worker` by a class whose threads are recorded. `begin` starts recording if it has not started yet. */
export function recordWorkers(steps: Steps, nodeOptions: NodeOptions, begin: () => void): void {
  const { words, baton } = steps;

  const spawn = (): number => {
    begin();
    baton.enter(LOCK);
    const child = natives.add(words, THREADS, 1);
    if (child < MOST_THREADS) {
      baton.scheduler.add(child);
      natives.store(words, STATE + child, STARTS);
      steps.write(SPAWN, 0, SEQ_CST, current.site | 0, child);
    }
    baton.leave();
    if (child >= MOST_THREADS) throw new Error(`fencepost record: more than ${MOST_THREADS - 1} workers`);
    return child;
  };

  /** Records that the worker's actions happen before the following ones of its parent. */
  const join = (child: number): void => {
    if (!steps.isRecording) return;
    baton.enter(LOCK);
    steps.write(JOIN, 0, SEQ_CST, 0, child);
    baton.leave();
  };

  // The class is named `Worker`, because stack traces show the name.
  const RecordedWorker = class Worker extends NativeWorker {
    readonly #thread: number;
    /** Thread id as seen by the program; undefined while Node's own code runs, which uses other ids. */
    #shown: number | undefined;

    constructor(file: string | URL, options: WorkerOptions = {}) {
      const child = spawn();
      setEnvironmentData(ENVIRONMENT, { words, thread: child });
      const hide = nodeOptions.show();
      try {
        const { env } = options;
        super(
          options.eval === true ? instrumentedText(String(file), '[worker eval]', 'cjs') : file,
          env === undefined || env === SHARE_ENV ? options : { ...options, env: nodeOptions.added(env) },
        );
      } catch (error) {
        natives.store(words, STATE + child, ENDED);
        throw error;
      } finally {
        hide();
        // Threads that Node starts on its own are not recorded.
        setEnvironmentData(ENVIRONMENT, undefined);
      }
      this.#shown = this.#thread = child;
      natives.store(words, NODE_IDS + child, Reflect.get(NativeWorker.prototype, 'threadId', this));
      const port = publicPort(this);
      if (port !== undefined) knowPort(port, child);
    }

    static {
      const hide = (worker: object): void => {
        if (#shown in worker) worker.#shown = undefined;
      };
      numberWorkers(this.prototype, (worker) => (#shown in worker ? worker.#shown : undefined), hide);
    }

    override emit(name: string | symbol, ...args: unknown[]): boolean {
      // Node registers listeners before the constructor returns.
      if (!(#shown in this)) return (super.emit as (...all: readonly unknown[]) => boolean)(name, ...args);
      if (name === 'exit') natives.store(words, STATE + this.#thread, ENDED);
      if (name === 'exit' || name === 'error') join(this.#thread);
      const shown = this.#shown;
      this.#shown = this.#thread;
      try {
        return (super.emit as (...all: readonly unknown[]) => boolean)(name, ...args);
      } finally {
        this.#shown = shown;
      }
    }

    override terminate(): Promise<number> {
      natives.store(words, STATE + this.#thread, DOOMED);
      return super.terminate();
    }
  };
  disguised(NativeWorker as unknown as Native, RecordedWorker);
  const threads = createRequire(import.meta.url)('node:worker_threads') as { Worker: typeof Worker };
  threads.Worker = RecordedWorker;
  syncBuiltinESMExports();
}

/** Returns the parent's end of the port that the worker has as `parentPort`. */
function publicPort(worker: Worker): object | undefined {
  const key = Object.getOwnPropertySymbols(worker).find(({ description }) => description === 'kPublicPort');
  return key === undefined ? undefined : (Reflect.get(worker, key) as object);
}
