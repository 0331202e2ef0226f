// Programs as generator functions.
export {
  CheckFailed,
  FencepostError,
  LocalStates,
  MODEL_NAMES,
  check,
  compareExchange,
  exchange,
  fence,
  fetchAdd,
  formatError,
  formatSite,
  join,
  load,
  lock,
  program,
  rmw,
  spawn,
  store,
  tryLock,
  unlock,
  until,
} from '@fencepost/core';
export type {
  CheckResult,
  Comparison,
  ErrorCode,
  Failure,
  FinalView,
  MemoryOrder,
  ModelName,
  Operation,
  Place,
  Program,
  ProgramBuilder,
  Site,
  ThreadBody,
  ThreadRun,
  Variable,
  Verdict,
} from '@fencepost/core';

// Checking them, and searching their executions.
export { checkProgram } from './check-program.js';
export type { CheckOptions } from './check-program.js';
export type { CheckMethod, CheckedFailure, CheckedModel, Incomplete, ProgramCheck } from './program-check.js';
export type { ViolationReport } from './violation.js';
export { exploreAll, exploreGraphs, exploreSource } from '@fencepost/explore';
export type {
  Execution,
  Exploration,
  ExploreOptions,
  Failures,
  FinalState,
  FinalStates,
  Frontier,
  GraphExploration,
  GraphOptions,
  Job,
} from '@fencepost/explore';
export { DEFAULT_EXPLORER, EXPLORERS, EXPLORER_NAMES } from './explorers.js';
export type { Explorer, ExplorerName } from './explorers.js';

// Litmus tests.
export { evaluate, litmusProgram, observe, parseLitmus } from '@fencepost/litmus';
export type { LitmusTest, Observable, Observation, Proposition, Quantifier } from '@fencepost/litmus';
export { checkLitmus } from './litmus-check.js';
export type { LitmusCheck } from './litmus-check.js';
export { monitorLitmus } from './litmus-monitor.js';
export type { MonitoredLitmus } from './litmus-monitor.js';
