import { guard } from '../world/running/guard.js';
import { ModelPromise, newCapability, performThen, promiseResolve } from './promise.js';
import { isObject } from '../world/objects/is-object.js';
import { recording } from '../world/time/segments.js';
import { addOwnClasses } from '../world/objects/own-classes.js';

type Method = (this: unknown, ...parameters: unknown[]) => unknown;

interface Result {
  readonly value?: unknown;
  readonly done?: unknown;
}

/** An iterator whose `next` method is read only once. */
export class AsyncIterator {
  readonly object: object;
  readonly next: Method;

  constructor(object: unknown) {
    if (!isObject(object)) throw new TypeError('Result of the Symbol.asyncIterator method is not an object');
    this.object = object;
    this.next = (object as { readonly next: Method }).next;
  }

  method(name: 'return' | 'throw'): Method | undefined {
    return methodOf(this.object, name);
  }
}

/** Returns the async iterator of an iterable, or an adapter for its sync iterator. */
export function asyncIterator(iterable: unknown): AsyncIterator {
  const method = methodOf(iterable, Symbol.asyncIterator);
  if (method !== undefined) return new AsyncIterator(method.call(iterable));
  const sync = methodOf(iterable, Symbol.iterator);
  if (sync === undefined) throw new TypeError(`${describe(iterable)} is not async iterable`);
  return new AsyncIterator(fromSync(new AsyncIterator(sync.call(iterable))));
}

function fromSync(sync: AsyncIterator): object {
  const answer = (call: () => unknown): object => {
    const capability = newCapability();
    try {
      const { value, done } = checkResult(call());
      const isDone = Boolean(done);
      const wrapped = promiseResolve(ModelPromise, value) as ModelPromise;
      performThen(wrapped, (unwrapped) => ({ value: unwrapped, done: isDone }), undefined, capability);
    } catch (error) {
      guard(error);
      capability.reject(error);
    }
    return capability.promise;
  };
  return {
    next: (...parameters: unknown[]) => answer(() => sync.next.apply(sync.object, parameters)),
    return: (...parameters: unknown[]) =>
      answer(() => {
        const method = sync.method('return');
        return method === undefined ? { value: parameters[0], done: true } : method.apply(sync.object, parameters);
      }),
    throw: (...parameters: unknown[]) =>
      answer(() => {
        const method = sync.method('throw');
        if (method !== undefined) return method.apply(sync.object, parameters);
        sync.method('return')?.call(sync.object);
        throw new TypeError("The iterator does not provide a 'throw' method");
      }),
  };
}

/**
 * State of a `for await` loop. The loop is emitted as a loop around a `for…of` loop over this object, which yields one
 * value each time. So `break` and `continue` keep their meaning, and whether the inner iterator was closed shows how
 * the loop was left.
 */
export class AsyncIteration {
  /** Whether the loop continues. */
  on = true;
  begun = false;
  /** The result of closing the iterator, to be awaited. */
  result: unknown;
  private iterator: AsyncIterator | undefined;
  /** Whether the iterator has to be closed if the loop is left now. */
  private open = false;
  private failed = false;
  private value: unknown;
  private hasValue = false;

  over(iterable: unknown): void {
    this.begun = true;
    this.iterator = asyncIterator(iterable);
  }

  /** Returns the value to await for the next element. */
  step(): unknown {
    recording.segments?.everything();
    this.open = false;
    return this.iterator!.next.call(this.iterator!.object);
  }

  got(result: unknown): this {
    const checked = checkResult(result);
    if (Boolean(checked.done)) this.on = false;
    else {
      this.value = checked.value;
      this.hasValue = true;
      this.open = true;
    }
    return this;
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(): IteratorResult<unknown, unknown> {
    if (!this.hasValue) return { value: undefined, done: true };
    this.hasValue = false;
    return { value: this.value, done: false };
  }

  return(): IteratorResult<unknown, unknown> {
    this.on = false;
    return { value: undefined, done: true };
  }

  /** Records that the loop is left because of an error. Later errors must not replace it. */
  threw(error: unknown): unknown {
    this.failed = true;
    return error;
  }

  /**
   * Closes the iterator if the loop was left early. If it returns true, the caller awaits `result` and then calls
   * `closed`.
   */
  closing(): boolean {
    if (!this.open) return false;
    this.open = false;
    const method = this.iterator!.method('return');
    if (method === undefined) return false;
    this.result = method.call(this.iterator!.object);
    return true;
  }

  closed(result: unknown): void {
    if (!this.failed) checkResult(result);
  }

  /** Handles an error thrown while closing the iterator. */
  rethrow(error: unknown): void {
    if (!this.failed) throw error;
  }
}

/** Returns the result of `next`. Throws if it is not an object. */
export function checkResult(result: unknown): Result {
  if (!isObject(result)) throw new TypeError(`Iterator result ${describe(result)} is not an object`);
  return result;
}

function methodOf(object: unknown, name: PropertyKey): Method | undefined {
  if (object === null || object === undefined) throw new TypeError(`${describe(object)} is not async iterable`);
  const method = (object as Readonly<Record<PropertyKey, unknown>>)[name];
  if (method === undefined || method === null) return undefined;
  if (typeof method !== 'function') throw new TypeError(`${describe(method)} is not a function`);
  return method as Method;
}

function describe(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'object' : String(value);
}

addOwnClasses(AsyncIterator, AsyncIteration);
