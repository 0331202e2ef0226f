import { guard } from '../world/running/guard.js';
import { awaitValue, newCapability } from './promise.js';

// `assert.rejects` and `assert.doesNotReject` wait for promises of the world.

export type Assertion = (promise: unknown, ...expected: unknown[]) => object;

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

/** The parts of `node:assert` that they need. */
interface Assertions {
  readonly AssertionError: new (failure: {
    readonly message: string;
    readonly actual: unknown;
    readonly expected: unknown;
    readonly operator: string;
    readonly generatedMessage: boolean;
  }) => Error;
  throws(action: () => unknown, ...expected: unknown[]): void;
}

/** Returns `rejects` and `doesNotReject` of these assertions. */
export function rejections(assert: Assertions): { readonly rejects: Assertion; readonly doesNotReject: Assertion } {
  const rejects = waiting(
    (reason, expected) => assert.throws(rethrowing(reason), ...expected),
    (expected) => {
      const [first, second] = expected;
      const message = typeof first === 'string' ? first : second;
      throw new assert.AssertionError({
        message:
          message === undefined ? 'Missing expected rejection.' : `Missing expected rejection: ${message as string}`,
        ...{ actual: undefined, expected: undefined, operator: 'rejects', generatedMessage: false },
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
        ...{ actual: reason, expected: undefined, operator: 'doesNotReject', generatedMessage: false },
      });
    },
    () => undefined,
  );

  return { rejects, doesNotReject };
}
