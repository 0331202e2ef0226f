import stream from 'node:stream';
import streamPromises from 'node:stream/promises';
import { syncBuiltinESMExports } from 'node:module';
import { asyncGenerator, aw } from '../../async/async-generators.js';
import { AsyncIterator, asyncIterator } from '../../async/async-iteration.js';
import { ModelPromise, awaitValue, newCapability } from '../../async/promise.js';
import { nextTick } from '../../async/timers.js';
import { current } from '../../world/running/current.js';
import { guard } from '../../world/running/guard.js';
import { unsupported } from '../../world/running/unsupported.js';

// Streams are Node's own; their events run in the ticks of the world. Functions that return promises return the world's
// promises.

type Method = (this: unknown, ...parameters: never[]) => unknown;

/** Replaces a function of the process while a world runs. */
function replaceInWorlds(owner: object, key: PropertyKey, ours: Method): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, key);
  if (descriptor === undefined) return;
  const native = descriptor.value as Method;
  const value = function (this: unknown, ...parameters: never[]): unknown {
    return Reflect.apply(current.world === undefined ? native : ours, this, parameters);
  };
  Object.defineProperty(value, 'name', { value: native.name, configurable: true });
  Object.defineProperty(value, 'length', { value: native.length, configurable: true });
  Object.defineProperty(owner, key, { ...descriptor, value: Object.assign(value, native) });
}

/** Implements `Readable.from`, with the same steps as Node. */
function from(iterable: unknown, options?: stream.ReadableOptions): stream.Readable {
  if (typeof iterable === 'string' || iterable instanceof Uint8Array) {
    return new stream.Readable({
      objectMode: true,
      ...options,
      read() {
        this.push(iterable);
        this.push(null);
      },
    });
  }
  const isAsync = typeof (iterable as Partial<AsyncIterable<unknown>> | null)?.[Symbol.asyncIterator] === 'function';
  const iterator = isAsync ? asyncIterator(iterable) : syncIterator(iterable);
  const readable = new stream.Readable({ objectMode: true, highWaterMark: 1, ...options });
  let isReading = false;
  const fail = (error: unknown): void => void readable.destroy(error as Error);
  const next = (): void => {
    try {
      const result = iterator.next.call(iterator.object);
      if (isAsync) awaitValue(result, got, fail);
      else got(result);
    } catch (error) {
      guard(error);
      fail(error);
    }
  };
  const got = (result: unknown): void => {
    const { value, done } = result as IteratorResult<unknown, unknown>;
    if (done === true) readable.push(null);
    else if (typeof (value as { readonly then?: unknown } | null | undefined)?.then === 'function')
      awaitValue(value, give, fail);
    else give(value);
  };
  const give = (value: unknown): void => {
    if (value === null) {
      isReading = false;
      const error = new TypeError('May not write null values to stream');
      fail(Object.assign(error, { code: 'ERR_STREAM_NULL_VALUES' }));
    } else if (readable.push(value)) next();
    else isReading = false;
  };
  readable._read = () => {
    if (isReading) return;
    isReading = true;
    next();
  };
  readable._destroy = (error, done) => {
    const close = iterator.method('return');
    const end = (failure?: unknown): void => nextTick(() => done((failure ?? error) as Error));
    if (close === undefined) end();
    else awaitValue(close.call(iterator.object), () => end(), end);
  };
  return readable;
}

function syncIterator(iterable: unknown): AsyncIterator {
  const method = (iterable as Partial<Iterable<unknown>> | null)?.[Symbol.iterator];
  if (typeof method !== 'function') {
    const error = new TypeError('The "iterable" argument must be an instance of Iterable.');
    throw Object.assign(error, { code: 'ERR_INVALID_ARG_TYPE' });
  }
  return new AsyncIterator(method.call(iterable as Iterable<unknown>));
}

/** Implements `for await` over a stream, with the same steps as Node. */
function* chunks(readable: stream.Readable): Generator<unknown, void, unknown> {
  let wake: () => void = () => undefined;
  const look = (): void => {
    const call = wake;
    wake = () => undefined;
    call();
  };
  let end: { readonly error: unknown } | undefined;
  const cleanup = stream.finished(readable, { writable: false }, (error) => {
    end = { error };
    look();
  });
  readable.on('readable', look);
  let isBroken = false;
  try {
    for (;;) {
      const chunk: unknown = readable.destroyed ? null : readable.read();
      if (chunk !== null) yield chunk;
      else if (end === undefined) yield aw(new ModelPromise((resolve) => void (wake = resolve)));
      else if (end.error === undefined || end.error === null) return;
      else throw end.error as Error;
    }
  } catch (error) {
    guard(error);
    isBroken = true;
    throw error;
  } finally {
    if (isBroken || end === undefined) readable.destroy();
    else {
      readable.off('readable', look);
      cleanup();
    }
  }
}

/** Converts a function with a callback into a promise. */
function promised(call: (done: (error?: unknown) => void) => void): object {
  const { promise, resolve, reject } = newCapability();
  call((error) => {
    if (error === undefined || error === null) resolve();
    else reject(error);
  });
  return promise;
}

const isStream = (value: unknown): boolean =>
  typeof (value as { readonly on?: unknown } | null | undefined)?.on === 'function';

/** Throws unless all values are streams. Node would consume functions and iterables with its own promises. */
function requireStreams(streams: readonly unknown[]): void {
  if (streams.flat().every(isStream)) return;
  throw unsupported(
    'a pipeline of streams has parts that are not streams',
    'pass streams: Readable.from(iterable), new Transform(…)',
  );
}

function withoutOptions(given: readonly unknown[]): readonly unknown[] {
  const last = given.at(-1);
  return typeof last === 'object' && last !== null && !isStream(last) && !Array.isArray(last) && !isIterable(last)
    ? given.slice(0, -1)
    : given;
}

const isIterable = (value: object): boolean => Symbol.iterator in value || Symbol.asyncIterator in value;

/** Prepares the process: replaces the functions of streams that use promises. */
export function installStreams(): void {
  replaceInWorlds(stream.Readable, 'from', from);
  replaceInWorlds(stream.Readable.prototype, Symbol.asyncIterator, function (this: unknown) {
    return asyncGenerator(() => chunks(this as stream.Readable), undefined, []);
  });
  const { pipeline, finished } = stream as unknown as Readonly<Record<'pipeline' | 'finished', Method>>;
  const call = (native: Method, given: readonly unknown[]): unknown => Reflect.apply(native, stream, given);
  replaceInWorlds(stream, 'pipeline', (...given: readonly unknown[]) => {
    requireStreams(given.slice(0, -1));
    return call(pipeline, given);
  });
  replaceInWorlds(streamPromises, 'pipeline', (...given: readonly unknown[]) => {
    const streams = withoutOptions(given);
    requireStreams(streams);
    return promised((done) => call(pipeline, [...streams, done]));
  });
  replaceInWorlds(streamPromises, 'finished', (...given: readonly unknown[]) =>
    promised((done) => call(finished, [...given, done])),
  );
  syncBuiltinESMExports();
}
