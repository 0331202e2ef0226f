import type { Operation } from '@fencepost/core';
import { FENCE, LOAD, RMW, STORE, encodeFunction, rmwResult } from '@fencepost/core';
import { choicePlace } from '../../runtime/base/places.js';

/**
 * Performs an operation on a synchronisation object directly, because operations of main before it starts a thread are
 * not visible. (Accesses to memory do not get here.) Returns the result; undefined for operations that involve other
 * threads or would wait for them.
 */
export function performAlone(operation: Operation, words: Map<number, number>, handle: number): number | undefined {
  const { kind, address, value, transition, mutex, fn, until } = operation;
  if (kind === FENCE) return 0;
  if (kind > RMW || address >= choicePlace(0)) return undefined;
  const old = words.get(address) ?? 0;
  if (kind === LOAD) return until === '' ? old : undefined;
  if (kind === STORE) {
    words.set(address, value);
    return 0;
  }
  if (transition !== undefined) {
    if (transition.ready?.(old) === false) return undefined;
    words.set(address, transition.apply(old));
    return old;
  }
  if (!mutex) {
    if (fn !== 'cas' || old === operation.expected) {
      words.set(address, rmwResult(encodeFunction(fn, operation.width), old, value));
    }
    return old;
  }
  const takes = until !== '' || fn === 'cas';
  if (!takes) {
    // Another thread holds it, or none: the models report the failure.
    if (old !== handle) return undefined;
    words.set(address, 0);
  } else if (old === 0) words.set(address, handle);
  else if (fn !== 'cas') return undefined;
  return old;
}
