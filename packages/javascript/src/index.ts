export { loadChecks } from './check/load-checks.js';
export type { LoadChecksOptions, LoadedCheck, LoadedChecks } from './check/load-checks.js';
export { isCheckFile } from './check/is-check-file.js';
export type { OrdersFunction } from './check/orders.js';
export type { OrdersContext } from './check/test-context.js';
export { givenCheck } from './check/api.js';
export type {
  CheckBuilder,
  CheckDefinition,
  CheckFunction,
  GivenCheck,
  ThreadOptions,
  WorkerOptions,
} from './check/api.js';
export type { Scheduler, SchedulerItem, SchedulerSequence } from './tasks/scheduler.js';
export type { OutsideSettings } from './tasks/calls.js';
export type { FetchInit, FetchServer } from './tasks/fetch.js';
export type { FileContents } from './tasks/given-files.js';
export type { Outside } from './tasks/outside.js';
export { atomicAccess, isElement } from './edit/atomic-access.js';
export type { TextEdit } from './edit/atomic-access.js';
export type { CheckSettings } from './check/check-settings.js';
export { SCENARIO_SETTINGS, givenStructure } from './check/structure-api.js';
export type {
  Callers,
  LinearizableFunction,
  LinearizableSettings,
  MethodOf,
  StructureBuilder,
  StructureOperations,
} from './check/structure-api.js';
export type { ThreadHandle } from './check/thread-handle.js';
export type { WorkerHandle } from './workers/handle.js';
