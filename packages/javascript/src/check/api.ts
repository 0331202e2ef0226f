import type { OutsideSettings } from '../tasks/calls.js';
import type { FetchServer } from '../tasks/fetch.js';
import type { FileContents } from '../tasks/given-files.js';
import type { Outside } from '../tasks/outside.js';
import type { Scheduler } from '../tasks/scheduler.js';
import type { WorkerHandle } from '../workers/handle.js';
import type { CheckSettings } from './check-settings.js';
import type { ThreadHandle } from './thread-handle.js';
import type { GivenStructure } from './structure-api.js';

/** Options for a thread that is given as a function. */
export interface ThreadOptions {
  /**
   * Whether this is the main thread of a page. There `Atomics.wait` throws a TypeError, as in browsers;
   * `Atomics.waitAsync` does not.
   */
  readonly mainThread?: boolean;
}

/** Options for starting a worker file. */
export interface WorkerOptions {
  /** Name in reports. Default: the name of the file. */
  readonly name?: string;
  /** The worker's `workerData`; it is copied. */
  readonly workerData?: unknown;
  /** Objects in `workerData` to transfer to the worker: ports, buffers. */
  readonly transferList?: readonly object[];
  /** `node` (the default) has `parentPort` and `workerData`; `web` has `self.onmessage`, as in a browser. */
  readonly flavour?: 'node' | 'web';
}

/**
 * The argument of a check's set-up function. That function runs again for each thread and each execution, and is not
 * explored itself.
 */
export interface CheckBuilder {
  /**
   * Adds a thread. Threads share only SharedArrayBuffers; each has its own copy of everything else. Without a name, it is
   * called `thread 1`, `thread 2` …
   */
  thread<T>(name: string, body: () => T, options?: ThreadOptions): ThreadHandle<Awaited<T>>;
  thread<T>(body: () => T, options?: ThreadOptions): ThreadHandle<Awaited<T>>;
  /**
   * Adds a task: an async function that shares all objects with the other tasks, such as a request to a server or an
   * event of a page. Tasks take turns when events arrive. Each begins between any two events.
   */
  task<T>(name: string, body: () => T): ThreadHandle<Awaited<T>>;
  task<T>(body: () => T): ThreadHandle<Awaited<T>>;
  /**
   * Makes a function, or each method of an object, a service outside the program: a call returns a promise, takes effect
   * at any later moment, and its answer arrives at any moment after that, in any order.
   */
  outside<T extends object>(stub: T, settings?: OutsideSettings): Outside<T>;
  /**
   * Lets this function answer `fetch`: requests take effect at any later moment, and their answers arrive in any order.
   * `AbortSignal`s abort them.
   */
  fetch(server: FetchServer, settings?: OutsideSettings): void;
  /**
   * Puts files in memory, by path. Functions of `node:fs/promises`, and those of `node:fs` with callbacks, work on files in
   * memory in tasks: they take effect at any later moment, step by step, and answer at any moment after that.
   */
  files(contents: FileContents, settings?: OutsideSettings): void;
  /**
   * Returns a scheduler like that of fast-check (`fc.scheduler()`). What it schedules ends in every order, not in a random
   * one.
   */
  scheduler(): Scheduler;
  /** Adds a thread that runs a file: `new URL('./worker.ts', import.meta.url)`. */
  worker(file: URL | string, options?: WorkerOptions): WorkerHandle;
  /**
   * Registers a function that is called when all threads have ended, with their results by name. The function throws if
   * the results are wrong, and may be `async`.
   */
  after(check: (results: Readonly<Record<string, unknown>>) => unknown): void;
  /**
   * Adds a condition that must hold at any moment. The function may read one location of shared memory, and returns
   * false or throws if the condition is violated.
   */
  invariant(holds: () => unknown): void;
}

/** The set-up function of a check: creates shared memory and defines the threads. */
export type CheckDefinition = (t: CheckBuilder) => void | Promise<void>;

/** `check` as test files call it: a name, optional settings, and the set-up function. */
export interface CheckFunction {
  (name: string, define: CheckDefinition): void;
  (name: string, settings: CheckSettings, define: CheckDefinition): void;
}

/** A check as declared by a test file. */
export interface GivenCheck {
  readonly name: string;
  readonly settings: CheckSettings;
  readonly define: CheckDefinition;
  /** A data structure, whose scenarios are checked. */
  readonly structure?: GivenStructure;
}

/** A thread as declared by a check. */
interface GivenThread {
  readonly name: string;
  readonly body: () => unknown;
  readonly mainThread: boolean;
}

/** Validates the arguments of `check`, with or without settings. */
export function givenCheck(name: string, ...rest: readonly unknown[]): GivenCheck {
  const define = rest.at(-1);
  if (typeof name !== 'string' || typeof define !== 'function') {
    throw new TypeError("a check has a name and a function: check('the queue is FIFO', (t) => { … })");
  }
  const settings = rest.length > 1 ? (rest[0] as CheckSettings) : {};
  return { name, settings, define: define as CheckDefinition };
}

/** Validates the arguments of `t.thread` or `t.task`, with or without a name. */
export function givenThread(kind: 'thread' | 'task', number: number, given: readonly unknown[]): GivenThread {
  const [name, body, options = {}] = typeof given[0] === 'string' ? given : [`${kind} ${number}`, ...given];
  if (typeof body !== 'function') throw needsFunction(kind, "'producer', () => { … }");
  return {
    name: name as string,
    body: body as () => unknown,
    mainThread: (options as ThreadOptions).mainThread === true,
  };
}

/** Returns the error for an argument that is no function. */
export function needsFunction(method: string, example = '() => { … }'): TypeError {
  return new TypeError(`t.${method} takes a function: t.${method}(${example})`);
}
