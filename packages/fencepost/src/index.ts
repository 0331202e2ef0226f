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
} from '@fencepost/core';

// Searching their executions.
export { exploreAll, exploreGraphs, exploreSource } from '@fencepost/explore';
export type { Execution, Exploration, ExploreOptions, Failures, FinalState, FinalStates } from '@fencepost/explore';
export { DEFAULT_EXPLORER, EXPLORERS, EXPLORER_NAMES } from './explorers.js';
export type { Explorer, ExplorerName } from './explorers.js';

// Litmus tests.
export { evaluate, litmusProgram, observe, parseLitmus } from '@fencepost/litmus';
export type { LitmusTest, Observable, Observation, Proposition, Quantifier } from '@fencepost/litmus';
export { checkLitmus } from './litmus-check.js';
export type { LitmusCheck } from './litmus-check.js';
