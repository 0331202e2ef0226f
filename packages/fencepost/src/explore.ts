// Searches themselves: `fencepost/explore`. Unstable: these change with the searches, in any release.
export { DEFAULT_EXPLORER, EXPLORERS } from '@fencepost/check';
export type { Explorer } from '@fencepost/check';
export { LocalStates, modelNamed, modelNames, registerModel } from '@fencepost/core';
export type { MemoryModel, ModelName } from '@fencepost/core';
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
