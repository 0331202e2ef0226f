// Programs as generator functions.
export {
  CheckFailed,
  FencepostError,
  LocalStates,
  assert,
  compareExchange,
  exchange,
  fence,
  fetchAdd,
  formatError,
  formatSite,
  join,
  load,
  lock,
  modelNames,
  program,
  rmw,
  spawn,
  store,
  tryLock,
  unlock,
  until,
} from '@fencepost/core';
export type {
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

// Checks in test files.
export { check } from './adapters/native.js';
export { spin } from './adapters/spin.js';
export type {
  CheckBuilder,
  CheckDefinition,
  CheckFunction,
  CheckSettings,
  WorkerHandle,
  WorkerOptions,
} from '@fencepost/javascript';

// Checking programs, and searching their executions.
export { checkProgram } from './check-program.js';
export type { CheckOptions } from './check-program.js';
export { replayProgram } from './replay-program.js';
export type { ReplayOptions, Replayed } from './replay-program.js';
export type { CheckMethod, CheckedModel, ProgramCheck } from './program-check.js';
export type { SearchProgress } from './search-progress.js';
export { testProgram } from './testing/test-program.js';
export type { TestOptions } from './testing/test-program.js';
export type { ProgramTest, TestProgress, TestedModel } from './testing/program-test.js';
export type { FencepostConfig } from './cli/config.js';
export type {
  CheckReport,
  Counterexample,
  CycleAccess,
  CycleEdge,
  CycleOutcome,
  CycleReport,
  Delay,
  Estimate,
  FailureReport,
  Incomplete,
  Report,
  Story,
  StoryPlace,
  StoryStep,
  StoryThread,
  TestFailureReport,
  TestMethod,
  TestReport,
  TestingReport,
  ViolationReport,
} from '@fencepost/report';
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
