import type { Found, Task } from './task.js';

/** What whoever explores for a search must know of the program. Plain JSON. */
export interface Knowledge {
  /** What the front end has learned by running it. */
  readonly program: unknown;
  /** Threads that were not followed further than `maxDepth`. */
  readonly tooDeep: readonly string[];
}

/** What came of a task that was given away. */
export interface Answer {
  readonly id: number;
  /** undefined: whoever had it would have had to learn something about the program, or is gone. */
  readonly found: Found | undefined;
}

/**
 * Has tasks of a search done by others: by threads of this machine or, some day, by other machines. Others only explore.
 * They never learn anything about the program that the search does not know: then the task comes back, and the search
 * does it itself when it is its turn. So what is learned, and in which order, does not depend on who was quicker.
 */
export interface Dispatcher {
  /** How many more tasks it takes now. */
  readonly room: number;
  /** A search from its beginning: what others know of the program is out of date. `knowledge` is asked for what is new. */
  begin(knowledge: () => Knowledge): void;
  dispatch(id: number, task: Task): void;
  /** What has come back since it was asked last. */
  collect(): readonly Answer[];
  /** Resolves as soon as there is something to collect, or to dispatch. */
  arrival(): Promise<void>;
  /** Nobody waits for what is out any more. */
  recall(): void;
}
