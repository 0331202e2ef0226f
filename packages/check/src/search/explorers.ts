import type { LocalStates, MemoryModel } from '@fencepost/core';
import { Registry, hasPreservedOrder, hasMachine, isStoreBufferModel } from '@fencepost/core';
import type { Exploration, ExploreOptions } from '@fencepost/explore';
import { exploreAll, exploreGraphs, exploreSource } from '@fencepost/explore';

/** A way to find all executions of a program under a model. */
export interface Explorer {
  readonly name: string;
  readonly explore: (states: LocalStates, options: ExploreOptions) => Exploration;
  /** Whether it can explore the model. */
  readonly knows: (model: MemoryModel) => boolean;
  /** Summary for the help text. */
  readonly summary: string;
}

/** All explorers. */
export const EXPLORERS = new Registry<Explorer>('explorer', [
  { name: 'graph', explore: exploreGraphs, knows: hasPreservedOrder, summary: 'execution graphs, each exactly once' },
  { name: 'source', explore: exploreSource, knows: isStoreBufferModel, summary: 'Source-DPOR on store buffers' },
  { name: 'oracle', explore: exploreAll, knows: hasMachine, summary: 'every interleaving; slow' },
]);
