import type { Outcome } from './protocol.js';

/** A task that begins now. */
export interface Begun<Task> {
  readonly task: Task;
  /** When its worker is terminated if it is still not done, as `performance.now()` counts. */
  readonly deadline?: number;
}

export type OnNote<Note> = (index: number, note: Note) => void;

/** What runs tasks. */
export interface Runner<Task, Result, Note = never> {
  /** How the tasks ended, in their order. `begin` is asked for a task when there is somebody to run it. */
  run(
    count: number,
    begin: (index: number) => Begun<Task>,
    onNote?: OnNote<Note>,
  ): AsyncGenerator<Outcome<Result, Note>, void, void>;
  /** Tasks should come to an end, and those that do not are ended a little later. No other begins. */
  stop(): void;
  /** Nothing runs any more. */
  close(): void;
}
