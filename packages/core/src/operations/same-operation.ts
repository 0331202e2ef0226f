import type { Operation } from './operation.js';

/** Are the two equal to the models? */
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
