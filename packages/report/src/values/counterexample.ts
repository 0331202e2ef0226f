import type { EdgeKind } from '@fencepost/core';
import type { Story } from './story.js';

/** An execution that shows a failure or an SC violation, shortened as far as possible. */
export interface Counterexample {
  /** The argument for `fencepost replay`. */
  readonly schedule: string;
  readonly story: Story;
  /** A happens-before cycle, the proof that the execution is not SC; empty if it is SC. */
  readonly cycle: readonly CycleEdge[];
  /** The delayed stores that made it possible. */
  readonly delays: readonly Delay[];
}

/** An edge of the cycle; the last edge leads back to the start of the first. */
export interface CycleEdge {
  /** Steps of the story: operations, never commits. */
  readonly from: number;
  readonly to: number;
  readonly kind: EdgeKind;
}

/** A store that reached memory after a later operation of its thread had taken effect. */
export interface Delay {
  /** Steps of the story. */
  readonly store: number;
  readonly past: number;
}
