// All grace periods and time-outs of threads. Nothing else decides how long to wait for one.

/** Node ends a thread within milliseconds, unless it is in a system or library call: then nobody waits for it any longer. */
export const THREAD_ENDS_MS = 300;

/** Progress is shown to people, who see no more than 20 changes in a second. */
export const PROGRESS_MS = 50;

/** Code that allocates without end must not get far between two looks at the memory. */
export const MEMORY_LOOK_MS = 50;

/** Tasks of a pool look at their orders after each execution or litmus test, which rarely take longer; somebody waits at a terminal. */
export const STOP_MS = 500;

/** A search lets messages have their turn every 20 ms: one that is not heard of by now is in a loop of the program's. */
export const STOP_NOTICE_MS = 700;

/** A search that knows that it has to stop still ends its part and makes its counterexamples. */
export const LAST_WORDS_MS = 1500;

/** Who has a limit looks at the time itself, so it is about to answer when the limit is reached. */
export const DEADLINE_GRACE_MS = 500;

/** If only a check has a limit and not the run, nobody has said when there must be an answer: rather a whole one, late. */
export const CHECK_GRACE_MS = 5000;

/** A test runner takes a test for lost after the time of its search and this: files are loaded, and the last part ends. */
export const RUNNER_GRACE_SECONDS = 10;

/** Agents of a cluster load programs on machines that may be busy, where compilers take long. */
export const AGENT_LOADS_MS = 120_000;

/** An execution that neither ends nor gets anywhere for this long after the time of its job does not come to an end. */
export const AGENT_GRACE_MS = 30_000;

/** An agent that was told to leave has ten seconds before its jobs are given to others: half of them are for its thread. */
export const AGENT_LEAVES_MS = 5000;
