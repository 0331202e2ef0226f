// How long a search goes on by itself before threads are started that help. What threads are waited for is in packages/workers.

/** Most searches are over sooner: starting threads, each of which loads the program, is not worth it for them. */
export const EXPLORERS_PATIENCE_MS = 1000;

/**
 * Each helper finds out for itself what threads do with their calls, which is half of the work where scenarios have few
 * executions. With two helpers after a second, checks of three and nine seconds took four and eleven.
 */
export const SCENARIOS_PATIENCE_MS = 10_000;
