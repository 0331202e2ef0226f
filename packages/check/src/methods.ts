import type { TestMethod } from '@fencepost/report';

// Constants about checks and tests for the command line. This file imports none of their code, so that the command
// starts sooner.

export const CHECK_METHODS = ['graph', 'monitor'] as const;

export const TEST_METHODS: readonly TestMethod[] = ['active', 'random', 'pct', 'pos', 'surw'];

/** Default time for the test of a program, in seconds. */
export const DEFAULT_SECONDS = 60;

/** The explorer that is used unless another is named. */
export const DEFAULT_EXPLORER = 'graph';

/** Goals of a repair: `safe`, without failures; `robust`, without executions that are not SC. */
export const GOALS = ['safe', 'robust'] as const;
export type Goal = (typeof GOALS)[number];

/** Upper bounds of memory orders: as in the source, or seq_cst. */
export const STARTS = ['source', 'seq_cst'] as const;
export type Start = (typeof STARTS)[number];

/** Whether executions are explored up to symmetry: if threads are alike, or never. */
export type SymmetryMode = 'auto' | 'off';
export const SYMMETRY_MODES: readonly SymmetryMode[] = ['auto', 'off'];
