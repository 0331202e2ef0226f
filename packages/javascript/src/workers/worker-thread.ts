import { FencepostError, childHandle, spawn } from '@fencepost/core';
import type { ModuleGraph } from '../load/graph.js';
import type { Context } from '../runtime/context.js';
import { current } from '../runtime/current.js';
import { ReplayedThread } from '../runtime/replayed-thread.js';
import type { Script } from '../runtime/run.js';
import { importModule } from '../world/modules.js';
import { World } from '../world/world.js';
import { runWorker } from './run-worker.js';
import type { WorkerSpec } from './start.js';

/** A thread that runs a worker file, in a world of its own from the first line of the file on. */
export function workerThread(context: Context, graph: ModuleGraph, handle: number, spec: WorkerSpec): Script {
  return {
    handle,
    context,
    run(start) {
      const kind = spec.flavour === 'node' ? 'node worker' : 'web worker';
      const world = new World(context, { kind, thread: handle, name: spec.name, workerData: spec.workerData });
      current.world = world;
      start(world);
      runWorker(world, () => importModule(world, graph, spec.file));
    },
  };
}

/** Starts a worker as `new Worker(…)` does, from the thread that runs now; gives its handle. */
export function startWorker(context: Context, graph: ModuleGraph, spec: WorkerSpec): number {
  const { run } = current;
  if (run === undefined)
    throw refusal(context, 'set-up code cannot start workers', 'use t.worker, or start it in t.thread');
  if (!graph.has(spec.file)) {
    throw refusal(
      context,
      `the worker file ${spec.file} is not known before the program runs`,
      "name it so that it can be found: new Worker(new URL('./worker.ts', import.meta.url)), or in CommonJS new Worker(path.join(__dirname, 'worker.js'))",
    );
  }
  const handle = childHandle(run.thread, run.nextChild());
  context.threadNames.set(handle, spec.name);
  const body = (): ReplayedThread => new ReplayedThread(workerThread(context, graph, handle, spec));
  return run.perform(spawn(body, spec.name), handle);
}

function refusal(context: Context, message: string, hint: string): FencepostError {
  const site = context.siteOf(current.site);
  return new FencepostError('JS_UNSUPPORTED', message, { ...(site && { site }), hint });
}
