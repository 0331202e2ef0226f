import type { SavedSymmetry } from '@fencepost/core';
import type { Found, Task } from './task.js';

/** What an explorer must know about the program. Plain JSON. */
export interface Knowledge {
  /** What the front end has learned by running it. */
  readonly program: unknown;
  /** Threads that were cut off at `maxDepth`. */
  readonly tooDeep: readonly string[];
  /** Which threads are alike. Without it, executions are not explored up to symmetry. */
  readonly symmetry?: SavedSymmetry;
}

/** The result of a dispatched task. */
export interface Answer {
  readonly id: number;
  /** undefined: the explorer would have had to learn something about the program, or has ended. */
  readonly found: Found | undefined;
}

/**
 * Has tasks of a search done by others: by threads of this machine or, some day, by other machines. Others only explore.
 * They never learn anything about the program that the search does not know: then the task comes back, and the search
 * does it itself when it is its turn. So what is learned, and in which order, does not depend on who was quicker.
 */
export interface Dispatcher {
  /** How many more tasks it accepts now. */
  readonly room: number;
  /** A search from its beginning: what others know of the program is out of date. `knowledge` is asked for what is new. */
  begin(knowledge: () => Knowledge): void;
  dispatch(id: number, task: Task): void;
  /** The results that have arrived since the last call. */
  collect(): readonly Answer[];
  /** Resolves as soon as there is something to collect, or to dispatch. */
  arrival(): Promise<void>;
  /** The results of tasks that are not done are no longer needed. */
  recall(): void;
}
