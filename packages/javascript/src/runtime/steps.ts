import type { Operation } from '@fencepost/core';
import { CAS, LOAD, RMW, SPAWN, STORE, encodeFunction, functionOf, rmwResult } from '@fencepost/core';
import type { PlainHead } from './plain-loops.js';

/** A visible operation of a run. */
export interface Step {
  readonly operation: Operation;
  /** The result with which the run continued; undefined if it was suspended here. */
  readonly result: number | undefined;
  /** Output of the thread before this operation. */
  readonly printed: string;
  /** The last head of a plain loop that was visited before. */
  readonly plain?: PlainHead | undefined;
}

/** The end of a run. */
export type Ending =
  | {
      readonly how: 'returned';
      readonly value: unknown;
      readonly printed: string;
      readonly plain: PlainHead | undefined;
    }
  | {
      readonly how: 'threw';
      readonly error: unknown;
      readonly task: string | undefined;
      readonly isRejection: boolean;
      readonly printed: string;
    }
  /** Suspended at its last step. */
  | { readonly how: 'suspended' };

/** Returns a short hash of a run's operations: a run with the same results must have the same hash. */
export function trailOf(steps: readonly Step[]): number {
  let hash = steps.length;
  for (const { operation } of steps) {
    for (const part of [operation.kind, operation.address, operation.value]) hash = (Math.imul(hash, 31) + part) | 0;
  }
  return hash;
}

/** Returns whether the operation, with this result, changes something visible to other threads. */
export function changesMemory(operation: Operation, result: number): boolean {
  if (operation.kind === STORE || operation.kind === SPAWN) return true;
  if (operation.kind !== RMW) return false;
  if (operation.transition !== undefined) return operation.transition.apply(result) !== result;
  if (operation.fn === 'cas') return result === operation.expected && result !== operation.value;
  const fn = encodeFunction(operation.fn, operation.width);
  return functionOf(fn) === CAS || rmwResult(fn, result, operation.value) !== result;
}

/** Returns whether the operation only reads, so that a loop may wait for the location it reads. */
export function onlyReads({ kind, transition }: Operation): boolean {
  return kind === LOAD || (kind === RMW && transition === undefined);
}
