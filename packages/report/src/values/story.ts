import type { ModelName, OperationKind, Site } from '@fencepost/core';

/** One step of an execution, ready to be displayed. */
export interface StoryStep {
  /** Index into `Story.threads`. */
  readonly thread: number;
  /** `commit`: a pending store of the thread reaches memory. `free`: memory is freed. */
  readonly kind: OperationKind | 'commit' | 'print' | 'free';
  readonly site: Site | undefined;
  /** Identifies the operation in its thread where the front end gives no site. */
  readonly label: string;
  /** The memory location: index into `Story.places`. */
  readonly place: number | undefined;
  /** Action on a synchronisation object other than a mutex. */
  readonly action: string | undefined;
  readonly read: string | undefined;
  readonly wrote: string | undefined;
  /** The thread that is started or joined, or the object that is freed. */
  readonly other: string | undefined;
  /**
   * For a store: it stays pending beyond this step. For a load: its value came from a pending store of its own thread.
   */
  readonly pending: boolean;
  /**
   * Steps of stores by other threads to the same place that were pending at this read. Under models without store
   * buffers: earlier steps whose writes are later in coherence order, so that a read does not see them, and a write
   * does not overwrite them.
   */
  readonly missed: readonly number[];
  /** An access that is not atomic, in a language in which such accesses race. */
  readonly plain?: true;
  /** For `print`: the output. */
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
  /** Object that the thread waits for, if no thread can continue: `to lock a.lock`. */
  readonly waits: string | undefined;
  readonly waitsAt: Site | undefined;
  /**
   * The memory location that the thread waits for: index into `Story.places`; absent if no step names that location.
   */
  readonly waitsOn?: number;
}

/** A memory location. */
export interface StoryPlace {
  /** As the program calls it: `queue.head`, `flag[1]`. */
  readonly name: string;
  readonly isMutex: boolean;
  /** The value before the first step. */
  readonly initial: string;
}

/** An execution step by step, as a plain value. */
export interface Story {
  readonly model: ModelName;
  /** Its steps are instructions of x86, not statements of a language. */
  readonly assembly?: true;
  readonly threads: readonly StoryThread[];
  /** Every memory location that a step names. */
  readonly places: readonly StoryPlace[];
  readonly steps: readonly StoryStep[];
}
