import type { LocalStates, ModelName, Trace } from '@fencepost/core';
import type { FinalStates } from './final-states.js';
import type { Results } from './tally.js';

/** One complete execution, for callers that need more than the counts. */
export interface Execution {
  /** It ended because no thread could continue, although not all were done. */
  readonly deadlocked: boolean;
  /**
   * Is its happens-before acyclic, as far as memory goes? Inputs (`Program.isInput`) and looks before their steps
   * (`afterLook`) do not count.
   */
  readonly sequential: boolean;
  /** How many executions it stands for: those that differ from it in the order of threads that are alike. */
  readonly orbit?: number;
  /** Has it a data race? Undefined if the explorer does not notice races. */
  readonly racy?: boolean;
  /** The order of its calls (`Calls.check`), if the program makes calls. */
  readonly callOrder?: () => Int32Array | undefined;
  /** Built on demand, as it allocates. */
  trace(): Trace;
}

/** Options of every explorer. */
export interface ExploreOptions {
  /** The memory model whose executions are explored. */
  readonly model: ModelName;
  /** Keep the final states (there can be as many as executions). */
  readonly finals?: boolean;
  /** Called for each complete execution. The object is valid during the call only. */
  readonly onExecution?: (execution: Execution) => void;
}

/** The result of an exploration. */
export interface Exploration extends Results {
  readonly states: LocalStates;
  readonly model: ModelName;
  /** How the executions ended: every thread's last state and all of memory, with counts. Empty unless requested. */
  readonly finals: FinalStates;
  /** Executions, blocked ones included, with a data race; under models that define races in all their executions. */
  readonly racy?: number;
}
