import type { LocalStates, ModelName, Trace } from '@fencepost/core';
import type { FinalStates } from './final-states.js';
import type { Results } from './tally.js';

/** One complete execution, for callers that need more than the counts. */
export interface Execution {
  /** Whether it ended because no thread could continue, although not all were done. */
  readonly deadlocked: boolean;
  /**
   * Is its happens-before acyclic, as far as memory goes? Inputs (`Program.isInput`) and looks before their steps
   * (`afterLook`) do not count.
   */
  readonly sequential: boolean;
  /** Number of executions it stands for: those that differ from it in the order of threads that are alike. */
  readonly orbit?: number;
  /** Whether it has a data race. Undefined if the explorer does not detect races. */
  readonly racy?: boolean | undefined;
  /** Returns the order of its calls (`Calls.check`), if the program makes calls. */
  readonly callOrder?: () => Int32Array | undefined;
  /** Builds the trace on demand, because that allocates. */
  trace(): Trace;
}

/** Options of every explorer. */
export interface ExploreOptions {
  /** The memory model whose executions are explored. */
  readonly model: ModelName;
  /** Whether to keep the final states. (There can be as many as executions.) */
  readonly finals?: boolean;
  /** Called for each complete execution. The object is valid during the call only. */
  readonly onExecution?: (execution: Execution) => void;
}

/** The result of an exploration. */
export interface Exploration extends Results {
  readonly states: LocalStates;
  readonly model: ModelName;
  /**
   * Final states of the executions, with counts: every thread's last state and all of memory. Empty unless requested.
   */
  readonly finals: FinalStates;
  /**
   * Number of executions, including blocked ones, with a data race. Under models that define races, counted in all
   * their executions.
   */
  readonly racy?: number;
}
