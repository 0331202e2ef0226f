import type { Condition, Operation } from '@fencepost/core';
import type { SavedTime } from '../world/time/timer-queue.js';
import type { Mutations } from './mutations.js';
import type { Step } from './steps.js';

/** The interface of a run for its loops. */
export interface Progress {
  readonly thread: number;
  /** Distinguishes the thread from others in the context. */
  readonly name: string;
  readonly steps: readonly Step[];
  /** Number of visible operations, without those of a probe. */
  readonly operations: number;
  /** Number of operations that changed memory. */
  readonly changes: number;
  /** Number of other visible changes that outlive an iteration. */
  readonly effects: number;
  /** Changes of the run to its own objects. */
  readonly mutations: Mutations;
  /** Number of tasks of the event loop. */
  readonly tasks: number;
  /** Number of pending timers and similar tasks: a loop that adds more and more of them does not wait. */
  readonly pending: number;
  /** Returns the state of time. */
  saveTime(): SavedTime;
  rewindTime(saved: SavedTime): void;
  /** State of the clock as read by the thread. */
  readonly clock: number;
  /** Number of long pauses while the thread waited for time. */
  readonly waited: number;
  /** Whether the next step is not known from earlier runs. */
  readonly atFrontier: boolean;
  /** Ends the run with a final operation. */
  end(operation: Operation): never;
  /** Abandons the run: it must be repeated without this probe. */
  repeat(): never;
  /** Repeats a step that only reads; returns its new result. */
  lookAgain(step: Step, until: Condition): number;
}
