import { undisguised } from '../views/replace.js';
import type { Element } from '../model/kinds.js';

type Test = (value: Element) => boolean;

/** A test that is all that becomes of a loaded value: whether it is true, if the load returns this value. */
export class TestedLoad {
  readonly isTrue: Test;

  constructor(isTrue: Test) {
    this.isTrue = isTrue;
  }
}

/**
 * Called just before a load by `load` of which only a test learns (transform/control/tested-loads.ts). `variables`: the
 * others of the test. Operators would convert objects, which runs code.
 */
export function test(
  load: object,
  isTrue: (...variables: readonly unknown[]) => Test,
  ...variables: readonly unknown[]
): TestedLoad | undefined {
  if (undisguised(load) !== original || !variables.every(isSimple)) return undefined;
  return new TestedLoad(isTrue(...variables));
}

const original: unknown = Atomics.load;

function isSimple(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean' || value === undefined;
}
