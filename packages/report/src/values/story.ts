import type { ModelName, OperationKind, Site } from '@fencepost/core';

/** One step of an execution, ready to be told. */
export interface StoryStep {
  /** Index into `Story.threads`. */
  readonly thread: number;
  /** `commit`: a store of the thread that was pending reaches memory. */
  readonly kind: OperationKind | 'commit' | 'print';
  readonly site: Site | undefined;
  /** Where the front end gives no site: which operation of the thread it is. */
  readonly label: string;
  /** The place in memory: index into `Story.places`. */
  readonly place: number | undefined;
  /** What is done to a synchronisation object other than a mutex. */
  readonly action: string | undefined;
  readonly read: string | undefined;
  readonly wrote: string | undefined;
  /** The thread that is started or joined. */
  readonly other: string | undefined;
  /** A store that is pending for more than this step; or, of a load, the value came from a pending store of its own thread. */
  readonly pending: boolean;
  /** Stores of other threads to the same place that were pending when this was read: steps. */
  readonly missed: readonly number[];
  /** For `print`: what. */
  readonly text: string | undefined;
  /** For a commit: the step of the store. */
  readonly of: number | undefined;
}

/** A thread of an execution, and how it ended. */
export interface StoryThread {
  readonly name: string;
  /** Why the thread ended, if it failed. */
  readonly failure: string | undefined;
  readonly failureSite: Site | undefined;
  /** What the thread waits for, if nobody can go on: `to lock a.lock`. */
  readonly waits: string | undefined;
  readonly waitsAt: Site | undefined;
}

/** A place in memory. */
export interface StoryPlace {
  /** As the program calls it: `queue.head`, `flag[1]`. */
  readonly name: string;
  readonly isMutex: boolean;
  /** What was there before the first step. */
  readonly initial: string;
}

/** An execution step by step, as a pure value. */
export interface Story {
  readonly model: ModelName;
  readonly threads: readonly StoryThread[];
  /** Every place in memory that a step names. */
  readonly places: readonly StoryPlace[];
  readonly steps: readonly StoryStep[];
}
