import type { Condition, Operation } from '@fencepost/core';
import type { SavedTime } from '../world/timer-queue.js';
import type { Mutations } from './mutations.js';
import type { Step } from './steps.js';

/** What a run reports to its loops. */
export interface Progress {
  readonly thread: number;
  /** What tells the thread from others in the context. */
  readonly name: string;
  readonly steps: readonly Step[];
  /** Visible operations so far, without those of a probe. */
  readonly operations: number;
  /** How many of them changed memory. */
  readonly changes: number;
  /** Other visible changes so far of what outlives an iteration. */
  readonly effects: number;
  /** What the run does to its own objects. */
  readonly mutations: Mutations;
  /** Tasks of the event loop so far. */
  readonly tasks: number;
  /** Timers and the like that are pending: a loop that sets more and more of them does not wait. */
  readonly pending: number;
  /** What is known of time. */
  saveTime(): SavedTime;
  rewindTime(saved: SavedTime): void;
  /** What the thread has seen of the clock. */
  readonly clock: number;
  /** How many long pauses there were while it waited for time. */
  readonly waited: number;
  /** Is the next step unknown from earlier runs? */
  readonly atFrontier: boolean;
  /** Ends the run with a final operation. */
  end(operation: Operation): never;
  /** Abandons the run: it must be repeated without this probe. */
  repeat(): never;
  /** Repeats a step that only reads; returns its new result. */
  lookAgain(step: Step, until: Condition): number;
}
