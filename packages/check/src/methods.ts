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

/** Whether executions are explored up to symmetry: where threads are alike, or never. */
export const SYMMETRY_MODES = ['auto', 'off'] as const;
export type SymmetryMode = (typeof SYMMETRY_MODES)[number];
