// Programs as generator functions.
export * from './program.js';

// Checks in test files.
export { check, linearizable, orders } from './adapters/native.js';
export { distinct, int, oneOf } from '@fencepost/linear';
export type { ArgumentValues, Criterion, RespectedOrder, ScenarioOptions } from '@fencepost/linear';
export { spin } from './adapters/spin.js';
export type {
  CheckBuilder,
  CheckDefinition,
  CheckFunction,
  CheckSettings,
  LinearizableFunction,
  LinearizableSettings,
  MethodOf,
  Outside,
  FetchInit,
  FetchServer,
  FileContents,
  OutsideSettings,
  Callers,
  OrdersContext,
  OrdersFunction,
  Scheduler,
  SchedulerItem,
  SchedulerSequence,
  StructureBuilder,
  StructureOperations,
  ThreadHandle,
  ThreadOptions,
  WorkerHandle,
  WorkerOptions,
} from '@fencepost/javascript';

// The commands as functions.
export { checkFile } from './supervise/check-file.js';
export type { CheckFileOptions } from './supervise/check-file.js';
export { checkProgram } from './run/check-program.js';
export type { CheckProgramOptions } from './run/check-program.js';
export { testFile, testProgram } from './run/test-file.js';
export type { TestFileOptions, TestProgramOptions } from './run/test-file.js';
export { replayFile } from './run/replay-file.js';
export type { ReplayFileOptions } from './run/replay-file.js';
export { replayProgram } from '@fencepost/check';
export type {
  CheckMethod,
  RepairCosts,
  ReplayOptions,
  Replayed,
  SearchProgress,
  SymmetryMode,
  TestProgress,
} from '@fencepost/check';
export { render } from './formats/render.js';
export type { RenderOptions } from './formats/format.js';
export { exitCodeOf } from '@fencepost/report';
export type { OutcomeOptions } from '@fencepost/report';
export type { FencepostConfig } from './options/groups.js';

// Reports.
export type {
  CheckReport,
  Counterexample,
  CycleAccess,
  CycleEdge,
  CycleOutcome,
  CycleReport,
  Delay,
  ErrorReport,
  Estimate,
  FailureReport,
  Fix,
  Incomplete,
  MissingOrder,
  OrderChange,
  RacingSteps,
  Remedy,
  RepairReport,
  Replacement,
  Report,
  ScenarioReport,
  SourceLines,
  Story,
  StoryPlace,
  StoryStep,
  StoryThread,
  TestFailureReport,
  TestMethod,
  TestReport,
  TestingReport,
  TextStyle,
  ViolationReport,
  Why,
  WhyKind,
} from '@fencepost/report';
export type { EdgeKind, GivenModel, OperationKind, Verdict } from '@fencepost/core';

// Registration of further models, languages and formats. Once registered, they are available everywhere.
export { registerModel } from '@fencepost/core';
export type { AccessPair, Activity, MemoryModel, OperationalModel, Standard } from '@fencepost/core';
export { registerFormat, registerFrontEnd } from './register.js';
export type { OutputFormat } from './formats/format.js';
export type { FrontEnd } from './load/front-end.js';
export type { LoadOptions, LoadedProgram } from './load/loaded-program.js';
export type { ReadCheckSettings } from './options/check-settings.js';
// The parts of a configuration.
export type { COptions, CRunOptions } from '@fencepost/c/options';
export type { JavaScriptOptions } from '@fencepost/javascript/options';
export type { Given } from '@fencepost/options';
export type { LimitSettings } from './options/limits.js';
export type { LoadSettings, ProgramOptions } from './options/load.js';
export type { OutputSettings } from './options/output.js';
export type { SearchSettings } from './options/search.js';
