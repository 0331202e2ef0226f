import type { LocalStates, MemoryModel } from '@fencepost/core';
import { hasKeptOrder, hasMachine, isStoreBufferModel } from '@fencepost/core';
import type { Exploration, ExploreOptions } from '@fencepost/explore';
import { exploreAll, exploreGraphs, exploreSource } from '@fencepost/explore';

/** A way to find all executions of a program under a model. */
export interface Explorer {
  readonly explore: (states: LocalStates, options: ExploreOptions) => Exploration;
  /** Can it explore the model? */
  readonly knows: (model: MemoryModel) => boolean;
  /** For the help text. */
  readonly summary: string;
}

/** The explorers by name. */
export const EXPLORERS = {
  graph: { explore: exploreGraphs, knows: hasKeptOrder, summary: 'execution graphs, each exactly once' },
  source: { explore: exploreSource, knows: isStoreBufferModel, summary: 'Source-DPOR on store buffers' },
  oracle: { explore: exploreAll, knows: hasMachine, summary: 'every interleaving; slow' },
} as const satisfies Record<string, Explorer>;

/** The name of an explorer. */
export type ExplorerName = keyof typeof EXPLORERS;
/** Their names. */
export const EXPLORER_NAMES = Object.keys(EXPLORERS) as ExplorerName[];
/** The one that is used unless another is named. */
export const DEFAULT_EXPLORER: ExplorerName = 'graph';
