import type { LocalStates, ModelName, Trace } from '@fencepost/core';
import type { FinalStates } from './final-states.js';
import type { Results } from './tally.js';

/** One complete execution, as an explorer shows it to whoever wants more than the counts. */
export interface Execution {
  /** It ended because nobody could go on, not because everybody was done. */
  readonly deadlocked: boolean;
  /** Is its happens-before acyclic? */
  readonly sequential: boolean;
  /** Built on demand: it allocates. */
  trace(): Trace;
}

/** What every explorer can be asked for. */
export interface ExploreOptions {
  /** The memory model whose executions are explored. */
  readonly model: ModelName;
  /** Keep the final states (they can be as many as the executions). */
  readonly finals?: boolean;
  /** Called for each complete execution; the object is valid during the call only. */
  readonly onExecution?: (execution: Execution) => void;
}

/** What an exploration found. */
export interface Exploration extends Results {
  readonly states: LocalStates;
  readonly model: ModelName;
  /** How the executions ended: every thread's last state and all of memory, with how often. Empty unless asked for. */
  readonly finals: FinalStates;
}
