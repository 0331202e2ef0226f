import type { AsyncBody } from './async-body.js';
import { refuseConstruction } from './async-body.js';
import { asyncGenerator, aw } from './async-generators.js';
import { AsyncIteration } from './async-iteration.js';
import { guard } from '../world/running/guard.js';
import { awaitValue, newCapability } from './promise.js';
import { current } from '../world/running/current.js';
import { recording } from '../world/time/segments.js';

/** Runs the body of an async function: a generator that yields the values to await. */
function runAsync(body: AsyncBody, thisArgument: unknown, parameters: unknown[], target?: unknown): object {
  refuseConstruction(target);
  const { promise, resolve, reject } = newCapability();
  recording.segments?.started(promise, 'the async function', current.site);
  const step = (resume: () => IteratorResult<unknown, unknown>): void => {
    let result: IteratorResult<unknown, unknown>;
    try {
      result = resume();
    } catch (error) {
      guard(error);
      recording.segments?.ended(promise);
      reject(error);
      return;
    }
    if (result.done === true) {
      recording.segments?.ended(promise);
      resolve(result.value);
    } else awaitValue(result.value, goOn, fail);
  };
  const goOn = (value: unknown): void => step(() => generator.next(value));
  const fail = (reason: unknown): void => step(() => generator.throw(reason));
  let generator: Generator<unknown, unknown, unknown>;
  step(() => {
    generator = body.apply(thisArgument, parameters);
    return generator.next();
  });
  return promise;
}

/** Stands for `super` in the body of an async function, which is emitted as a separate function. */
function parent(get: (key: PropertyKey) => unknown, set: (key: PropertyKey, value: unknown) => void): object {
  return new Proxy(
    {},
    {
      get: (_, key) => get(key),
      set: (_, key, value) => {
        set(key, value);
        return true;
      },
    },
  );
}

/** Instruments for async code; see transform/async.ts. */
export const asyncInstruments = {
  /** `each` creates the state of a `for await` loop. */
  async: Object.assign(runAsync, { each: () => new AsyncIteration(), parent }),
  asyncGenerator,
  aw,
};
