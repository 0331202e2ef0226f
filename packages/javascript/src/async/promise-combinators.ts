import { guard } from '../world/running/guard.js';
import { isObject } from '../world/objects/is-object.js';
import { addSelfNoting } from '../world/objects/self-noting.js';
import { recording } from '../world/time/segments.js';
import type { Capability, PromiseConstructor, Settle } from './promise.js';
import { ModelPromise, newCapability } from './promise.js';

type Resolve = (value: unknown) => { then(onFulfilled: Settle, onRejected: Settle): unknown };

/** Makes the handlers for the next promise. */
type Attach = () => readonly [onFulfilled: Settle, onRejected: Settle];

/** Common to `all`, `allSettled` and `any`: collects results and completes with the last one. */
class Results {
  private readonly results: unknown[] = [];
  /** Number of missing results, plus one while the promises are still being counted. */
  private missing = 1;
  private readonly complete: (results: unknown[]) => void;

  constructor(complete: (results: unknown[]) => void) {
    this.complete = complete;
  }

  /** Expects another result. It counts only once, whichever of the returned functions is called first. */
  expect(): (describe: (value: unknown) => unknown) => Settle {
    const index = this.results.push(undefined) - 1;
    this.missing++;
    let isCalled = false;
    return (describe) =>
      addSelfNoting((value) => {
        recording.segments?.writeAll(this);
        if (isCalled) return;
        isCalled = true;
        this.results[index] = describe(value);
        this.arrived();
      });
  }

  arrived(): void {
    recording.segments?.writeAll(this);
    if (--this.missing === 0) this.complete(this.results);
  }
}

/** Throws with V8's error message if the value is not iterable. */
function requireIterable(value: unknown): void {
  const method: unknown = (value as Partial<Iterable<unknown>> | null | undefined)?.[Symbol.iterator];
  if (typeof method === 'function') return;
  const kind = value === undefined ? '' : `${typeof value} `;
  const shown = isObject(value) ? typeof value : kind + String(value);
  throw new TypeError(`${shown} is not iterable (cannot read property Symbol(Symbol.iterator))`);
}

function combine(
  name: string,
  constructor: PromiseConstructor,
  iterable: unknown,
  begin: (capability: Capability) => Combination,
): object {
  if (!isObject(constructor)) throw new TypeError(`Promise.${name} called on non-object`);
  const capability = newCapability(constructor);
  try {
    const { resolve } = constructor as PromiseConstructor & { readonly resolve?: unknown };
    if (typeof resolve !== 'function') throw new TypeError('Promise resolve or reject function is not callable');
    const { attach, end } = begin(capability);
    requireIterable(iterable);
    for (const value of iterable as Iterable<unknown>) {
      const promise = (resolve as Resolve).call(constructor, value);
      promise.then(...attach());
    }
    end();
  } catch (error) {
    guard(error);
    capability.reject(error);
  }
  return capability.promise;
}

interface Combination {
  readonly attach: Attach;
  readonly end: () => void;
}

const same = (value: unknown): unknown => value;

function all(this: PromiseConstructor, iterable: unknown): object {
  return combine('all', this, iterable, ({ resolve, reject }) => {
    const results = new Results(resolve);
    return { attach: () => [results.expect()(same), reject], end: () => results.arrived() };
  });
}

function allSettled(this: PromiseConstructor, iterable: unknown): object {
  return combine('allSettled', this, iterable, ({ resolve }) => {
    const results = new Results(resolve);
    const attach: Attach = () => {
      const settle = results.expect();
      return [
        settle((value) => ({ status: 'fulfilled', value })),
        settle((reason) => ({ status: 'rejected', reason })),
      ];
    };
    return { attach, end: () => results.arrived() };
  });
}

function any(this: PromiseConstructor, iterable: unknown): object {
  return combine('any', this, iterable, ({ resolve, reject }) => {
    const results = new Results((errors) => reject(new AggregateError(errors, 'All promises were rejected')));
    return { attach: () => [resolve, results.expect()(same)], end: () => results.arrived() };
  });
}

function race(this: PromiseConstructor, iterable: unknown): object {
  return combine('race', this, iterable, ({ resolve, reject }) => ({
    attach: () => [resolve, reject],
    end: () => undefined,
  }));
}

// Uses the names written here, because a bundler may rename the functions.
for (const [name, combinator] of Object.entries({ all, allSettled, any, race })) {
  Object.defineProperty(combinator, 'name', { value: name, configurable: true });
  addSelfNoting(combinator);
  Object.defineProperty(ModelPromise, name, { value: combinator, writable: true, configurable: true });
}
