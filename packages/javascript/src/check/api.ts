import type { GivenModel } from '@fencepost/core';
import type { WorkerHandle } from '../workers/handle.js';

/** How a check is run, if not otherwise said. */
export interface CheckSettings {
  /** Default: those that programs are checked under unless models are named. */
  readonly models?: readonly GivenModel[];
  /** Data races in the sense of ECMA-262 are failures, too. */
  readonly races?: boolean;
  /** An execution that SC does not have is accepted as long as no check fails in it. */
  readonly allowRelaxed?: boolean;
  /** Go on after the first failure. */
  readonly all?: boolean;
  readonly maxExecutions?: number;
  /** Seconds, or a duration such as '500ms', '90s' or '5m'. */
  readonly maxTime?: number | string;
  /** Operations of a thread that are followed. */
  readonly maxDepth?: number;
  /** Iterations of a loop that are followed, each time it is entered. */
  readonly unroll?: number;
  /** Threads that nobody has to stop: it is no deadlock if they go on reading for ever. */
  readonly daemons?: readonly string[];
  readonly seed?: number;
}

/** How a worker file is started. */
export interface WorkerOptions {
  /** In reports; otherwise that of the file. */
  readonly name?: string;
  /** What the worker finds under this name, a copy. */
  readonly workerData?: unknown;
  /** What is in `workerData` and moves to the worker: ports, buffers. */
  readonly transferList?: readonly object[];
  /** As in Node (the default), with `parentPort` and `workerData`, or as in a browser, with `self.onmessage`. */
  readonly flavour?: 'node' | 'web';
}

/** What the set-up function of a check gets. It is run anew for each thread and each execution, and is not explored itself. */
export interface CheckBuilder {
  /** A thread. It shares with the others what is in SharedArrayBuffers, nothing else: each has its own copy of the rest. */
  thread(name: string, body: () => unknown): void;
  /** A thread that runs a file: `new URL('./worker.ts', import.meta.url)`. */
  worker(file: URL | string, options?: WorkerOptions): WorkerHandle;
  /** Called when all threads have ended, with what they returned, by name; throws if that is wrong. It may be `async`. */
  after(check: (results: Readonly<Record<string, unknown>>) => unknown): void;
  /** Holds at any moment; it may read one place of shared memory. Gives false or throws if not. */
  invariant(holds: () => unknown): void;
}

/** The set-up function of a check: it makes shared memory and says what the threads do with it. */
export type CheckDefinition = (t: CheckBuilder) => void | Promise<void>;

/** `check`, as test files call it: a name, settings if there are any, and the set-up function. */
export interface CheckFunction {
  (name: string, define: CheckDefinition): void;
  (name: string, settings: CheckSettings, define: CheckDefinition): void;
}

/** A check as a test file gives it. */
export interface GivenCheck {
  readonly name: string;
  readonly settings: CheckSettings;
  readonly define: CheckDefinition;
}

/** The arguments of `check`, with or without settings. */
export function givenCheck(name: string, ...rest: readonly unknown[]): GivenCheck {
  const define = rest.at(-1);
  if (typeof name !== 'string' || typeof define !== 'function') {
    throw new TypeError("a check has a name and a function: check('the queue is FIFO', (t) => { … })");
  }
  const settings = rest.length > 1 ? (rest[0] as CheckSettings) : {};
  return { name, settings, define: define as CheckDefinition };
}
