import type { Handler } from '@fencepost/workers';
import { serve } from '@fencepost/workers';
import { BuiltIns } from './workers/built-ins.js';
import type { HandlerName } from './workers/built.js';

// The entry of every thread. Effects of checked code on the process, on built-in objects or on memory stay in its
// thread.

/** Handlers, each loaded only in its own threads. `builtIns`: the built-ins that checked code must not replace. */
const HANDLERS: Readonly<Record<HandlerName, (builtIns: BuiltIns) => Promise<Handler<never, unknown, unknown>>>> = {
  checker: async (builtIns) => (await import('./supervise/checker.js')).checkerHandler(builtIns),
  helper: async (builtIns) => (await import('./explorers/helper.js')).helperHandler(builtIns),
  test: async (builtIns) => (await import('./run/test-tasks.js')).testHandler(builtIns),
  litmus: async () => (await import('./cli/litmus/litmus-tasks.js')).litmusHandler(),
  runner: async () => (await import('./adapters/runner-checks.js')).runnerHandler(),
  cluster: async (builtIns) => (await import('./cluster/job-handler.js')).clusterHandler(builtIns),
};

// Created before anything else is loaded.
const builtIns = new BuiltIns();
serve((name) => HANDLERS[name as HandlerName](builtIns));
