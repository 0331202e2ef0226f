import type { Operation } from './operation.js';

/** Whether the models treat the two operations as equal. */
export function sameOperation(a: Operation, b: Operation): boolean {
  return (
    a.kind === b.kind &&
    a.address === b.address &&
    a.size === b.size &&
    a.value === b.value &&
    a.expected === b.expected &&
    a.fn === b.fn &&
    a.order === b.order &&
    a.transition?.key === b.transition?.key
  );
}
