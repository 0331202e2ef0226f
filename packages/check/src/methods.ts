import type { TestMethod } from '@fencepost/report';

// What a command line has to know about checks and tests. Nothing that performs them is imported here: the command starts sooner.

export const CHECK_METHODS = ['graph', 'monitor'] as const;

export const TEST_METHODS: readonly TestMethod[] = ['active', 'random', 'pct'];

/** Seconds for the test of a program. */
export const DEFAULT_SECONDS = 60;

/** The explorer that is used unless another is named. */
export const DEFAULT_EXPLORER = 'graph';

/** What a repaired program has to be: `safe`, without failures; `robust`, without executions that are not SC. */
export const GOALS = ['safe', 'robust'] as const;
export type Goal = (typeof GOALS)[number];

/** How strong orders may be: as they are in the program, or as strong as they can be. */
export const STARTS = ['source', 'seq_cst'] as const;
export type Start = (typeof STARTS)[number];

/** Whether executions are explored up to symmetry: where threads are alike, or never. */
export type SymmetryMode = 'auto' | 'off';
export const SYMMETRY_MODES: readonly SymmetryMode[] = ['auto', 'off'];

/** What is covered of a search that was stopped before it began. */
export const NOT_STARTED = 'not started';
