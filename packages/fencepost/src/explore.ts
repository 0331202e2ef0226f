// Low-level search functions: `fencepost/explore`. Unstable: they may change in any release.
export { DEFAULT_EXPLORER, EXPLORERS } from '@fencepost/check';
export type { Explorer } from '@fencepost/check';
export { LocalStates, Memory, Recorder, Registry, modelNamed, modelNames, registerModel } from '@fencepost/core';
export type {
  CountedFailure,
  IntegerPairs,
  Label,
  LabelTable,
  Locations,
  MemoryModel,
  ModelName,
  SavedSymmetry,
  SavedUnseenStores,
  StateColumns,
  Symmetry,
  UnseenStores,
  Threads,
  Trace,
  TraceEvent,
  Transitions,
} from '@fencepost/core';
export { exploreAll, exploreGraphs, exploreSource } from '@fencepost/explore';
export type {
  EventTree,
  Execution,
  Exploration,
  ExploreOptions,
  Explored,
  Failures,
  FinalState,
  FinalStates,
  StateRows,
  Frontier,
  GraphExploration,
  GraphOptions,
  Job,
  Observer,
  ObserverFactory,
  Results,
  RunView,
  SourceOptions,
  UnitKind,
} from '@fencepost/explore';
