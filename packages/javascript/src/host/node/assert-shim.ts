import assert from 'node:assert';
import { syncBuiltinESMExports } from 'node:module';
import { awaitValue, newCapability } from '../../async/promise.js';
import { current } from '../../world/running/current.js';
import { guard } from '../../world/running/guard.js';

// `assert.rejects` and `assert.doesNotReject` wait for promises of the world.

type Assertion = (promise: unknown, ...expected: unknown[]) => object;

/** Returns an assertion that settles like a synchronous assertion about the outcome of the promise. */
function waiting(
  rejected: (reason: unknown, expected: unknown[]) => void,
  fulfilled: (expected: unknown[]) => void,
): Assertion {
  return (given, ...expected) => {
    const { promise, resolve, reject } = newCapability();
    const settle = (assertion: () => void): void => {
      try {
        assertion();
        resolve();
      } catch (error) {
        guard(error);
        reject(error);
      }
    };
    try {
      const awaited: unknown = typeof given === 'function' ? (given as () => unknown)() : given;
      requirePromise(awaited, typeof given === 'function');
      awaitValue(
        awaited,
        () => settle(() => fulfilled(expected)),
        (reason) => settle(() => rejected(reason, expected)),
      );
    } catch (error) {
      guard(error);
      reject(error);
    }
    return promise;
  };
}

function requirePromise(value: unknown, isReturned: boolean): void {
  if (typeof (value as { readonly then?: unknown } | null | undefined)?.then === 'function') return;
  const [message, code] = isReturned
    ? ['Expected instance of Promise to be returned from the "promiseFn" function', 'ERR_INVALID_RETURN_VALUE']
    : ['The "promiseFn" argument must be of type function or an instance of Promise.', 'ERR_INVALID_ARG_TYPE'];
  throw Object.assign(new TypeError(message), { code });
}

const rethrowing = (reason: unknown) => (): never => {
  throw reason;
};

const rejects = waiting(
  (reason, expected) => assert.throws(rethrowing(reason), ...(expected as [])),
  (expected) => {
    const [first, second] = expected;
    const message = typeof first === 'string' ? first : second;
    throw new assert.AssertionError({
      message:
        message === undefined ? 'Missing expected rejection.' : `Missing expected rejection: ${message as string}`,
      operator: 'rejects',
    });
  },
);

const doesNotReject = waiting(
  (reason, expected) => {
    const [first, second] = expected;
    const message = typeof first === 'string' ? first : second;
    const shown = (reason as { readonly message?: unknown } | null | undefined)?.message;
    throw new assert.AssertionError({
      message: `Got unwanted rejection${message === undefined ? '.' : `: ${message as string}`}\nActual message: "${String(shown)}"`,
      actual: reason,
      operator: 'doesNotReject',
    });
  },
  () => undefined,
);

/** Prepares the process: replaces the assertions that wait for promises. */
export function installAssertions(): void {
  for (const [name, ours] of Object.entries({ rejects, doesNotReject })) {
    for (const owner of [assert, assert.strict]) {
      const native = Reflect.get(owner, name) as Assertion;
      const value: Assertion = (...given) => (current.world === undefined ? native : ours)(...given);
      Object.defineProperty(value, 'name', { value: name, configurable: true });
      Reflect.set(owner, name, value);
    }
  }
  syncBuiltinESMExports();
}
