import type { Handler } from '@fencepost/workers';
import { serve } from '@fencepost/workers';
import { BuiltIns } from './workers/built-ins.js';
import type { HandlerName } from './workers/built.js';

// The entry of every thread. What checked code does to the process, to built-in objects or to memory stays in its thread.

/** Each is loaded in the threads that are for it. `builtIns`: what checked code must not replace. */
const HANDLERS: Readonly<Record<HandlerName, (builtIns: BuiltIns) => Promise<Handler<never, unknown, unknown>>>> = {
  checker: async (builtIns) => (await import('./supervise/checker.js')).checkerHandler(builtIns),
  helper: async (builtIns) => (await import('./explorers/helper.js')).helperHandler(builtIns),
  test: async (builtIns) => (await import('./run/test-tasks.js')).testHandler(builtIns),
  litmus: async () => (await import('./cli/litmus/litmus-tasks.js')).litmusHandler(),
  scenario: async (builtIns) => (await import('./cli/scenario/scenario-tasks.js')).scenarioHandler(builtIns),
  runner: async () => (await import('./adapters/runner-checks.js')).runnerHandler(),
  cluster: async (builtIns) => (await import('./cluster/job-handler.js')).clusterHandler(builtIns),
};

// Before anything else is loaded.
const builtIns = new BuiltIns();
serve((name) => HANDLERS[name as HandlerName](builtIns));
