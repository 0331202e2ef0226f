import type { EdgeKind, MemoryOrder } from '@fencepost/core';
import type { Story } from './story.js';
import type { Why } from './why.js';

/** An execution that shows a failure or an SC violation, shortened as far as possible. */
export interface Counterexample {
  /** The argument for `fencepost replay`. */
  readonly schedule: string;
  readonly story: Story;
  /** A happens-before cycle, the proof that the execution is not SC; empty if it is SC. */
  readonly cycle: readonly CycleEdge[];
  /** The delayed stores that made it possible. */
  readonly delays: readonly Delay[];
  /**
   * All stores of the cycle that memory may delay, with the operations past which it may delay them: another schedule
   * of the same execution may delay other stores. A fence for each of them forbids the execution. Empty under models
   * without store buffers.
   */
  readonly unordered: readonly Delay[];
  /** Under models without store buffers: the missing order, and how to establish it. */
  readonly remedy?: Remedy;
  /** For a data race: its two accesses. */
  readonly race?: RacingSteps;
  /** The pattern of an ordinary bug that the execution shows, if one was recognised. */
  readonly why?: Why;
}

/** The accesses of a data race: steps of the story. */
export interface RacingSteps {
  readonly first: number;
  readonly second: number;
}

/** An edge of the cycle; the last edge leads back to the start of the first. */
export interface CycleEdge {
  /** Steps of the story: operations, never commits. */
  readonly from: number;
  readonly to: number;
  readonly kind: EdgeKind;
}

/** A store, and a later operation of its thread that takes effect before the store reaches memory. */
export interface Delay {
  /** Steps of the story. */
  readonly store: number;
  readonly past: number;
}

/** Why a model allows an execution that is not SC, or a data race, and which changes would forbid it. */
export interface Remedy {
  readonly missing: readonly MissingOrder[];
  /** Each fix forbids the execution, and no part of it does. Other failures may remain. */
  readonly fixes: readonly Fix[];
}

/**
 * An order that would make the execution impossible. `synchronisation`: the second step read what the first one wrote,
 * and that does not order their threads. `program order`: other threads may see these two steps of a thread in either
 * order.
 */
export interface MissingOrder {
  readonly kind: 'synchronisation' | 'program order';
  /** Steps of the story. */
  readonly first: number;
  readonly second: number;
}

/**
 * Changes of a program after which its model no longer allows this execution (`forbids`), or orders this race
 * (`orders`).
 */
export interface Fix {
  readonly effect: 'forbids' | 'orders';
  readonly changes: readonly OrderChange[];
}

/** A stronger memory order for an operation, or a fence right before it. */
export interface OrderChange {
  /** The step of the operation. */
  readonly step: number;
  readonly order: MemoryOrder;
  /** For a fence: the step after which it is needed. */
  readonly fenceAfter?: number;
}
