import type { SavedSymmetry, SavedUnseenStores } from '@fencepost/core';
import type { Found, Task } from './task.js';

/** Knowledge about the program that an explorer needs. Plain JSON. */
export interface Knowledge {
  /** Knowledge that the front end has learned by running it. */
  readonly program: unknown;
  /** Threads that were cut off at `maxDepth`. */
  readonly tooDeep: readonly string[];
  /** Known symmetries between threads. If omitted, executions are not explored up to symmetry. */
  readonly symmetry?: SavedSymmetry;
  /** The bound on preemptions. If omitted, there is none. */
  readonly preemptions?: number | undefined;
  /** Stores that are assumed to be unseen by other threads. If omitted, nothing is assumed. */
  readonly unseen?: SavedUnseenStores;
}

/** The result of a dispatched task. */
export interface Answer {
  readonly id: number;
  /** Undefined if the explorer would have had to learn something about the program, or has ended. */
  readonly found: Found | undefined;
}

/** How long a search would still take alone, most probably between `low` and `high`. */
export interface SecondsLeft {
  readonly low: number;
  readonly high: number;
}

/**
 * Distributes tasks of a search to helpers: threads of this machine or, in the future, other machines. Helpers only
 * explore. They never learn anything about the program that the search does not know. If they would have to, the task
 * is returned, and the search does it itself when it is its turn. So the knowledge, and the order in which it is
 * learned, does not depend on the speed of helpers.
 */
export interface Dispatcher {
  /**
   * Called between parts. Starts helpers if the rest of the search is worth it. `secondsLeft` estimates how long the
   * search would take alone, which takes some time itself.
   */
  consider(secondsLeft: () => SecondsLeft): void;
  /** Number of further tasks it accepts now. */
  readonly room: number;
  /**
   * Begins a search: the helpers' knowledge of the program is out of date. `knowledge` returns the current knowledge.
   */
  begin(knowledge: () => Knowledge): void;
  dispatch(id: number, task: Task): void;
  /** Returns the results that have arrived since the last call. */
  collect(): readonly Answer[];
  /** Resolves when there are results to collect, or tasks can be dispatched. */
  arrival(): Promise<void>;
  /** Cancels all unfinished tasks. Their results are no longer needed. */
  recall(): void;
}
