import { createRequire, syncBuiltinESMExports } from 'node:module';
import type * as WorkerThreads from 'node:worker_threads';
import type { Native } from '../memory/views/replace.js';
import { callNative, method } from '../memory/views/replace.js';
import { natives } from './natives.js';
import { NODE_IDS, THREADS } from './shared-words.js';
import type { Steps } from './steps.js';

type Threads = { -readonly [K in keyof typeof WorkerThreads]: (typeof WorkerThreads)[K] };
const NOT_SEEN =
  'the order that postMessageToThread establishes is not recorded: races that its messages exclude may be reported; senders have the thread numbers of Node';

type Post = (id: number, ...rest: readonly unknown[]) => unknown;

/**
 * Gives the program the thread ids that it would have without the recorder. Node numbers threads in the order in which
 * they are started, as the recorder does, but also counts those of loader hooks and of the recorder.
 */
export function numberThreads(steps: Steps): void {
  const { words, thread } = steps;
  const threads = createRequire(import.meta.url)('node:worker_threads') as Threads;
  threads.threadId = thread;
  const post = Reflect.get(threads, 'postMessageToThread') as Post | undefined;
  if (post !== undefined) {
    const postByNumber: Post = (id, ...rest) => {
      steps.tell({ ask: 'note', text: NOT_SEEN });
      const isKnown = Number.isInteger(id) && id > 0 && id < natives.load(words, THREADS);
      return post(isKnown ? natives.load(words, NODE_IDS + id) : id, ...rest);
    };
    Reflect.set(threads, 'postMessageToThread', postByNumber);
  }
  syncBuiltinESMExports();
}

/**
 * Gives workers their numbers. Node has no number for a worker that has ended. It uses its own number while a worker is
 * constructed (`numberOf` returns undefined), and when one ends (`hide`).
 */
export function numberWorkers(
  prototype: object,
  numberOf: (worker: object) => number | undefined,
  hide: (worker: object) => void,
): void {
  const base = Object.getPrototypeOf(prototype) as object;
  const end = Object.getOwnPropertySymbols(base).find(({ description }) => description === 'kOnExit');
  if (end === undefined) return;
  const native = Reflect.get(base, end) as Native;
  const replacement = method((worker, args) => {
    hide(worker as object);
    return callNative(native, worker, args);
  });
  Object.defineProperty(prototype, end, { value: replacement, writable: true, configurable: true });
  Object.defineProperty(prototype, 'threadId', {
    ...Object.getOwnPropertyDescriptor(base, 'threadId'),
    get(this: object) {
      const id = Reflect.get(base, 'threadId', this) as number;
      return id === -1 ? id : (numberOf(this) ?? id);
    },
  });
}
