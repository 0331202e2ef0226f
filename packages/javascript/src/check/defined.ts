import { paths } from '#host/paths';
import { staticHandle } from '@fencepost/core';
import type { World } from '../world/running/world.js';
import { workerHandle } from '../workers/handle.js';
import { encodeMessage } from '../workers/messages.js';
import type { WorkerSpec } from '../world/context/worker-spec.js';
import { unsupported } from '../world/running/unsupported.js';
import { comesToRest } from './single-thread-run.js';
import type { CheckBuilder, GivenCheck, ThreadOptions } from './api.js';
import type { ThreadHandle } from './thread-handle.js';
import { OwnThread } from './thread-handle.js';

/** The definitions made by set-up code, in one world. */
export interface Defined {
  /** In order of definition. */
  readonly threads: readonly (DefinedThread | WorkerSpec)[];
  readonly afters: readonly ((results: Readonly<Record<string, unknown>>) => unknown)[];
  readonly invariants: readonly (() => unknown)[];
}

/** A thread that is given as a function. */
export interface DefinedThread {
  readonly name: string;
  readonly body: () => unknown;
  readonly mainThread: boolean;
  readonly handle: OwnThread;
}

const HOW_TO_CALL = {
  thread: "t.thread takes a name and a function: t.thread('producer', () => { … })",
  after: 't.after takes a function, which throws if the end is wrong: t.after((results) => { … })',
  invariant: 't.invariant takes a function, which throws if it does not hold: t.invariant(() => { … })',
};

/** JavaScript does not check the types of arguments. */
function requireFunction(method: keyof typeof HOW_TO_CALL, value: unknown): void {
  if (typeof value !== 'function') throw new TypeError(HOW_TO_CALL[method]);
}

/** Runs the set-up function of a check. */
export function define(world: World, given: GivenCheck): Defined {
  const threads: (DefinedThread | WorkerSpec)[] = [];
  const afters: Defined['afters'][number][] = [];
  const invariants: (() => unknown)[] = [];
  let isOpen = true;
  const inTime = (method: string): void => {
    if (isOpen) return;
    throw unsupported(`t.${method} is called after set-up has ended`, 'await all promises in set-up code');
  };
  const t: CheckBuilder = {
    thread: <T>(name: string, body: () => T, { mainThread = false }: ThreadOptions = {}) => {
      inTime('thread');
      if (typeof name !== 'string') throw new TypeError(HOW_TO_CALL.thread);
      requireFunction('thread', body);
      const handle = new OwnThread(name);
      threads.push({ name, body, mainThread, handle });
      return handle as ThreadHandle<Awaited<T>>;
    },
    worker: (url, { name: given, workerData, transferList = [], flavour = 'node' } = {}) => {
      inTime('worker');
      const file = typeof url === 'string' && !url.startsWith('file:') ? url : paths.fileURLToPath(url);
      const name = given ?? paths.basename(file);
      const handle = staticHandle(threads.length);
      threads.push({ name, file, flavour, workerData: encodeMessage(workerData, transferList) });
      return workerHandle(world, handle, name);
    },
    after: (check) => {
      inTime('after');
      requireFunction('after', check);
      afters.push(check);
    },
    invariant: (holds) => {
      inTime('invariant');
      requireFunction('invariant', holds);
      invariants.push(holds);
    },
  };
  comesToRest(world, given.define(t), 'set-up code');
  isOpen = false;
  return { threads, afters, invariants };
}
