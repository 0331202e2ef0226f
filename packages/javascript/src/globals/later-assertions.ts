import { ModelPromise } from '../async/promise.js';
import { isObject } from '../world/objects/is-object.js';

type Callable = (...parameters: unknown[]) => unknown;
export type Expect = (value: unknown) => object;

/**
 * Stands for `expect(promise).resolves` and `.rejects`, whose own promises are those of Node: asserts when the promise is
 * settled. `keys`: what was read so far, such as `not`.
 */
export function laterAssertions(
  expect: Expect,
  promise: unknown,
  how: 'resolves' | 'rejects',
  keys: readonly PropertyKey[] = [],
): object {
  return new Proxy(() => undefined, {
    get: (_target, key) => laterAssertions(expect, promise, how, [...keys, key]),
    apply: (_target, _self, args: readonly unknown[]) => settledThen(promise, how, (value) => asserts(value)(args)),
  });

  function asserts(value: unknown): (args: readonly unknown[]) => unknown {
    const assertion = keys.at(-1)!;
    // These call what they get; the reason of a promise counts as thrown.
    const isThrown = how === 'rejects' && /^(?:toThrow|throw)/i.test(String(assertion));
    const subject = isThrown
      ? () => {
          throw value;
        }
      : value;
    const owner = keys.slice(0, -1).reduce<object>((at, key) => Reflect.get(at, key) as object, expect(subject));
    return (args) => Reflect.apply(Reflect.get(owner, assertion) as Callable, owner, args);
  }
}

function settledThen(given: unknown, how: 'resolves' | 'rejects', act: (value: unknown) => void): unknown {
  const promise: unknown = typeof given === 'function' ? (given as Callable)() : given;
  if (!isObject(promise) || !('then' in promise)) throw new TypeError(`expect(…).${how} needs a promise`);
  const wrong = (settled: string) => (): never => {
    throw new Error(`promise ${settled} instead of ${how === 'resolves' ? 'resolving' : 'rejecting'}`);
  };
  const settled = ModelPromise.resolve(promise) as PromiseLike<unknown>;
  return how === 'resolves' ? settled.then(act, wrong('rejected')) : settled.then(wrong('resolved'), act);
}
