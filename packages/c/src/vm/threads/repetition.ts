import type { Operation } from '@fencepost/core';
import { FENCE, STORE } from '@fencepost/core';
import type { Ownership } from '../context/ownership.js';

/** Maximum number of iterations that are repeated at once. */
export const MOST_REPEATED = 100_000;

/** An operation and its result. */
export interface Done {
  readonly operation: Operation;
  readonly result: number;
}

/**
 * Whether the iteration, which changed nothing, can be repeated at once any number of times, whatever other threads do.
 * It can if at most one of its operations reads a location that others write: then there is a moment at which all of
 * its results hold.
 */
export function isRepeatable(round: readonly Done[], ownership: Ownership, handle: number): boolean {
  const reads = round.filter(({ operation }) => operation.kind !== FENCE && operation.kind !== STORE);
  if (reads.length < 2) return true;
  let foreign = 0;
  for (const { operation } of reads) if (!ownership.claim('writes', operation.address, handle)) foreign++;
  return foreign < 2;
}

/** Whether the iteration may still turn out to be repeatable after further operations. */
export function mayBeRepeatable(round: readonly Done[], ownership: Ownership, handle: number): boolean {
  let foreign = 0;
  for (const { operation } of round) {
    const reads = operation.kind !== FENCE && operation.kind !== STORE;
    if (reads && ownership.isContested('writes', operation.address, handle)) foreign++;
  }
  return foreign < 2;
}

/** A thread that repeats a loop, reading the same values each time, until the result of comparing a counter changes. */
export class Repetition {
  /** Number of the loop and depth of its activation, as one number. */
  readonly loop: number;
  /** Values that the loop carries along while nothing changes. */
  private readonly carried: string;
  private readonly round: readonly Done[];
  private position = 0;
  times = 1;

  constructor(loop: number, carried: string, round: readonly Done[]) {
    this.loop = loop;
    this.carried = carried;
    this.round = round;
  }

  /** Called at the head of the loop. Returns whether the thread repeats the iteration once more. */
  goesOn(carried: string): boolean {
    this.position = 0;
    if (carried !== this.carried) return false;
    this.times++;
    return true;
  }

  answer({ kind, address, value }: Operation): number {
    const next = this.round[this.position++];
    const expected = next?.operation;
    if (expected?.kind === kind && expected.address === address && expected.value === value) return next!.result;
    throw new Error('a loop did not repeat as expected');
  }
}
