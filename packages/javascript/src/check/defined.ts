import { paths } from '#host/paths';
import { staticHandle } from '@fencepost/core';
import { current } from '../world/running/current.js';
import type { World } from '../world/running/world.js';
import { workerHandle } from '../workers/handle.js';
import { encodeMessage } from '../workers/messages.js';
import type { WorkerSpec } from '../world/context/worker-spec.js';
import { unsupported } from '../world/running/unsupported.js';
import { comesToRest } from './single-thread-run.js';
import type { OutsideSettings } from '../tasks/calls.js';
import type { Outside } from '../tasks/outside.js';
import { serve } from '../tasks/fetch.js';
import { giveFiles } from '../tasks/given-files.js';
import { outside } from '../tasks/outside.js';
import { OrderScheduler } from '../tasks/scheduler.js';
import type { GivenTask } from '../tasks/task.js';
import { TASKS, runTasks } from '../tasks/task.js';
import type { CheckBuilder, GivenCheck } from './api.js';
import { givenThread, needsFunction } from './api.js';
import type { ThreadHandle } from './thread-handle.js';
import { OwnThread } from './thread-handle.js';

/** The definitions made by set-up code, in one world. */
export interface Defined {
  /** In order of definition. */
  readonly threads: readonly (DefinedThread | WorkerSpec)[];
  readonly tasks: readonly GivenTask[];
  readonly afters: readonly ((results: Readonly<Record<string, unknown>>) => unknown)[];
  /** Those of threads. */
  readonly invariants: readonly (() => unknown)[];
  /** Those of tasks, which see their objects. */
  readonly ofTasks: readonly (() => unknown)[];
}

/** A thread that is given as a function. */
export interface DefinedThread {
  readonly name: string;
  readonly body: () => unknown;
  readonly mainThread: boolean;
  readonly handle: OwnThread;
  /** Whether it runs all tasks. Its result has theirs by name. */
  readonly runsTasks?: true;
}

/** Runs the set-up function of a check. `isRecorded`: whether all modules note all accesses. */
export function define(world: World, given: GivenCheck, isRecorded = false): Defined {
  const threads: (DefinedThread | WorkerSpec)[] = [];
  const tasks: GivenTask[] = [];
  const afters: Defined['afters'][number][] = [];
  const invariants: (() => unknown)[] = [];
  let isOpen = true;
  const inTime = (method: string): void => {
    if (isOpen) return;
    const hint =
      method === 'outside'
        ? 'call it in set-up code; tasks call the function that it returns'
        : 'await all promises in set-up code';
    throw unsupported(`t.${method} is called after set-up has ended`, hint);
  };
  const t: CheckBuilder = {
    thread: <T>(...args: readonly unknown[]) => {
      inTime('thread');
      const given = givenThread('thread', threads.length + 1, args);
      const handle = new OwnThread(given.name);
      threads.push({ ...given, handle });
      return handle as ThreadHandle<Awaited<T>>;
    },
    task: <T>(...args: readonly unknown[]) => {
      inTime('task');
      const { name, body } = givenThread('task', tasks.length + 1, args);
      const handle = new OwnThread(name);
      if (tasks.length === 0)
        threads.push(threadOf(world, tasks, invariants, () => isRecorded && threads.length === 1));
      tasks.push({ name, body, settle: (value) => handle.settle(value), site: current.site });
      return handle as ThreadHandle<Awaited<T>>;
    },
    outside: <T extends object>(stub: T, settings: OutsideSettings = {}) => {
      inTime('outside');
      return outside(world, stub, settings) as Outside<T>;
    },
    fetch: (server, settings = {}) => {
      inTime('fetch');
      if (typeof server !== 'function') throw needsFunction('fetch', '(url) => Response.json({ … })');
      serve(world, server, settings);
    },
    files: (contents, settings = {}) => {
      inTime('files');
      giveFiles(world, contents, settings);
    },
    scheduler: () => {
      inTime('scheduler');
      return new OrderScheduler(world);
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
      if (typeof check !== 'function') throw needsFunction('after');
      afters.push(check);
    },
    invariant: (holds) => {
      inTime('invariant');
      if (typeof holds !== 'function') throw needsFunction('invariant');
      invariants.push(holds);
    },
  };
  comesToRest(world, given.define(t), 'set-up code');
  isOpen = false;
  if (tasks.length === 0) return { threads, tasks, afters, invariants, ofTasks: [] };
  if (threads.length > 1 && invariants.length > 0) {
    throw unsupported(
      'a check with both tasks and threads has an invariant',
      'tasks share objects and threads share memory: no moment shows both. Use t.after, or assert in the tasks',
    );
  }
  return { threads, tasks, afters, invariants: [], ofTasks: invariants };
}

function threadOf(
  world: World,
  tasks: readonly GivenTask[],
  invariants: readonly (() => unknown)[],
  reduces: () => boolean,
): DefinedThread {
  const body = (): unknown => runTasks(world, tasks, invariants, reduces());
  return { name: TASKS, body, mainThread: false, handle: new OwnThread(TASKS), runsTasks: true };
}
