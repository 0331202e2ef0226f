// How long a search runs alone before it starts helper threads. Timeouts for threads are in packages/workers.

/** Most searches end sooner. For them it is not worth starting threads, each of which loads the program. */
export const EXPLORERS_PATIENCE_MS = 1000;

/**
 * Each helper must determine for itself how threads behave in their calls. That is half of the work if scenarios have
 * few executions. With two helpers started after one second, checks of three and nine seconds took four and eleven.
 */
export const SCENARIOS_PATIENCE_MS = 10_000;
