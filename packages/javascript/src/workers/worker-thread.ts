import { childHandle, spawn } from '@fencepost/core';
import type { ModuleGraph } from '../load/graph.js';
import type { Context } from '../world/context/context.js';
import { current, enterWorld } from '../world/running/current.js';
import { ReplayedThread } from '../runtime/replayed-thread.js';
import type { Script } from '../runtime/run.js';
import { importModule } from '../link/modules.js';
import { unsupported } from '../world/running/unsupported.js';
import { runWorker } from './run-worker.js';
import { NO_WORKERS_IN_SET_UP } from './worker.js';
import type { WorkerSpec } from '../world/context/worker-spec.js';

/** Returns a thread that runs a worker file, in its own world from the first line of the file. */
export function workerThread(context: Context, graph: ModuleGraph, handle: number, spec: WorkerSpec): Script {
  return {
    handle,
    context,
    run(start) {
      const kind = spec.flavour === 'node' ? 'node worker' : 'web worker';
      const { name, file, workerData, settings } = spec;
      const world = enterWorld(context, { kind, thread: handle, name, file, workerData, settings });
      start(world);
      runWorker(world, () => importModule(world, graph, spec.file));
    },
  };
}

/** Starts a worker like `new Worker(…)`, from the running thread; returns its handle. */
export function startWorker(context: Context, graph: ModuleGraph, spec: WorkerSpec): number {
  const { run } = current;
  if (run === undefined) throw unsupported(...NO_WORKERS_IN_SET_UP);
  if (!graph.has(spec.file)) {
    throw unsupported(
      `the worker file ${spec.file} is not known before the program runs`,
      "use a form that can be resolved statically: new Worker(new URL('./worker.ts', import.meta.url)), or in CommonJS new Worker(path.join(__dirname, 'worker.js'))",
    );
  }
  const handle = childHandle(run.thread, run.nextChild());
  context.threadNames.set(handle, spec.name);
  const body = (): ReplayedThread => new ReplayedThread(workerThread(context, graph, handle, spec));
  return run.perform(spawn(body, spec.name), handle);
}
