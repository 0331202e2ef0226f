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
  modelNamed,
  modelNames,
  registerModel,
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
  GivenModel,
  MemoryModel,
  MemoryOrder,
  ModelName,
  Operation,
  OperationalModel,
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
export { checkProgram } from '@fencepost/check';
export type { CheckOptions } from '@fencepost/check';
export { replayProgram } from '@fencepost/check';
export type { ReplayOptions, Replayed } from '@fencepost/check';
export type { CheckMethod, ProgramCheck } from '@fencepost/check';
export type { SearchProgress } from '@fencepost/check';
export { testProgram } from '@fencepost/check';
export type { TestOptions } from '@fencepost/check';
export type { ProgramTest, TestProgress } from '@fencepost/check';
export type { FencepostConfig } from './options/config.js';
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
export { DEFAULT_EXPLORER, EXPLORERS, EXPLORER_NAMES } from '@fencepost/check';
export type { Explorer, ExplorerName } from '@fencepost/check';

// Litmus tests.
export { evaluate, litmusProgram, observe, parseLitmus } from '@fencepost/litmus';
export type { LitmusTest, Observable, Observation, Proposition, Quantifier } from '@fencepost/litmus';
export { checkLitmus } from '@fencepost/check';
export type { LitmusCheck } from '@fencepost/check';
export { monitorLitmus } from '@fencepost/check';
export type { MonitoredLitmus } from '@fencepost/check';
