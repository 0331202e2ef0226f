import type { LocalStates, ModelName } from '@fencepost/core';
import { MODEL_NAMES } from '@fencepost/core';
import type { Exploration, ExploreOptions } from '@fencepost/explore';
import { exploreAll, exploreGraphs, exploreSource } from '@fencepost/explore';

export interface Explorer {
  readonly explore: (states: LocalStates, options: ExploreOptions) => Exploration;
  readonly models: readonly ModelName[];
  /** For the help text. */
  readonly summary: string;
}

const STORE_BUFFERS: readonly ModelName[] = ['sc', 'tso', 'pso'];

export const EXPLORERS = {
  graph: { explore: exploreGraphs, models: STORE_BUFFERS, summary: 'execution graphs, each exactly once' },
  source: { explore: exploreSource, models: STORE_BUFFERS, summary: 'Source-DPOR on store buffers' },
  oracle: { explore: exploreAll, models: MODEL_NAMES, summary: 'every interleaving; slow, knows pslo' },
} as const satisfies Record<string, Explorer>;

export type ExplorerName = keyof typeof EXPLORERS;
export const EXPLORER_NAMES = Object.keys(EXPLORERS) as ExplorerName[];
export const DEFAULT_EXPLORER: ExplorerName = 'graph';
