// All grace periods and time-outs of threads. Nothing else determines how long to wait for a thread.

/**
 * Time allowed for a thread to end. Node ends it within milliseconds, unless it is in a system or library call; then
 * waiting is given up.
 */
export const THREAD_ENDS_MS = 300;

/** Interval between progress reports, which are for people: they perceive no more than 20 changes per second. */
export const PROGRESS_MS = 50;

/** Interval between memory checks: code that allocates without end must not get far between two of them. */
export const MEMORY_LOOK_MS = 50;

/**
 * Time allowed for tasks of a pool to stop. They check their orders after each execution or litmus test, which rarely
 * takes longer, and a user waits at a terminal.
 */
export const STOP_MS = 500;

/**
 * Time allowed for a search to acknowledge an order. It processes messages every 20 ms: without an answer by then, it
 * is in a loop of the checked program.
 */
export const STOP_NOTICE_MS = 700;

/**
 * Time allowed for a search that has acknowledged an order to stop: it still ends its part and builds its
 * counterexamples.
 */
export const LAST_WORDS_MS = 1500;

/** Time allowed after a deadline. A job with a limit checks the time itself, so at that point it is about to answer. */
export const DEADLINE_GRACE_MS = 500;

/**
 * Time allowed if only a check has a limit and not the run. As no time for the answer was requested, a complete late
 * answer is better.
 */
export const CHECK_GRACE_MS = 5000;

/**
 * Time after the limit of a search before a test runner gives up on the test: for loading files and ending the last
 * part.
 */
export const RUNNER_GRACE_SECONDS = 10;

/** Time allowed for agents of a cluster to load programs: their machines may be busy, and compilers take long there. */
export const AGENT_LOADS_MS = 120_000;

/**
 * Time after the limit of a job after which an execution that neither ends nor makes progress is considered endless.
 */
export const AGENT_GRACE_MS = 30_000;

/**
 * An agent that was ordered to leave has ten seconds before its jobs are given to others. Half of that is for its
 * thread.
 */
export const AGENT_LEAVES_MS = 5000;
