import type { CountedFailure, LocalStates, ModelName, Trace } from '@fencepost/core';
import type { FinalStates } from './final-states.js';

/** One complete execution, as an explorer shows it to whoever wants more than the counts. */
export interface Execution {
  /** It ended because nobody could go on, not because everybody was done. */
  readonly deadlocked: boolean;
  /** Is its happens-before acyclic? */
  readonly sequential: boolean;
  /** Built on demand: it allocates. */
  trace(): Trace;
}

export interface ExploreOptions {
  readonly model: ModelName;
  /** Keep the final states (they can be as many as the executions). */
  readonly finals?: boolean;
  /** Called for each complete execution; the object is valid during the call only. */
  readonly onExecution?: (execution: Execution) => void;
}

/** What an exploration found. */
export interface Exploration {
  readonly states: LocalStates;
  readonly model: ModelName;
  /** Complete executions: every thread ended, or a deadlock. With the graph explorer and the oracle, the number of traces. */
  readonly executions: number;
  /** Executions given up as redundant, or because an awaited value never came in a way that proves nothing. */
  readonly blocked: number;
  /** Of those, the ones that an assumption cut off. */
  readonly assumed: number;
  /** Operations that the complete executions execute, all together. */
  readonly events: number;
  /** Complete executions that are not sequentially consistent. */
  readonly nonSequential: number;
  readonly deadlocks: number;
  readonly failures: Failures;
  /** How the executions ended: every thread's last state and all of memory, with how often. Empty unless asked for. */
  readonly finals: FinalStates;
}

/** Distinct failures, with the number of executions: failed checks, crashes, failed `after` checks, deadlocks. */
export type Failures = readonly CountedFailure[];
