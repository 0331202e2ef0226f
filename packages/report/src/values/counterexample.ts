import type { EdgeKind } from '@fencepost/core';
import type { Story } from './story.js';

/** An execution that shows something, as short as it could be made. */
export interface Counterexample {
  /** For `fencepost replay`. */
  readonly schedule: string;
  readonly story: Story;
  /** A cycle of happens-before, the proof that the execution is not SC; empty if it is. */
  readonly cycle: readonly CycleEdge[];
  /** What had to be delayed for that. */
  readonly delays: readonly Delay[];
}

/** What comes before what; the last edge leads back to where the first begins. */
export interface CycleEdge {
  /** Steps of the story: operations, never commits. */
  readonly from: number;
  readonly to: number;
  readonly kind: EdgeKind;
}

/** A store that reached memory later than an operation that follows it in its thread took effect. */
export interface Delay {
  /** Steps of the story. */
  readonly store: number;
  readonly past: number;
}
