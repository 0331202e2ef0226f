import { EventEmitter, eventsExports } from '#host/emitter';
import { guard } from '../world/running/guard.js';
import { requireAbortSignal } from '../async/abort-signals.js';
import type { Capability } from '../async/promise.js';
import { ModelPromise, newCapability } from '../async/promise.js';
import { registerShim } from '../world/running/shims.js';

type Listener = (...values: unknown[]) => void;
type Method = (type: string | symbol, listener: Listener, options?: object) => unknown;

/**
 * Emitters, event targets, and anything with some of their methods: each method is looked up when needed, like in Node.
 */
type Emitter = Readonly<Partial<Record<'on' | 'once' | 'removeListener' | 'addEventListener', Method>>>;

function isMethod(value: unknown): value is Method {
  return typeof value === 'function';
}

function listenOnce(emitter: Emitter, type: string | symbol, listener: Listener): void {
  if (isMethod(emitter.on)) emitter.once!(type, listener);
  else if (isMethod(emitter.addEventListener)) emitter.addEventListener(type, listener, { once: true });
  else throw notAnEmitter(emitter);
}

function notAnEmitter(value: unknown): TypeError {
  const message = 'The "emitter" argument must be an instance of EventEmitter';
  return Object.assign(new TypeError(`${message}. Received ${String(value)}`), { code: 'ERR_INVALID_ARG_TYPE' });
}

/**
 * `once` of node:events, with a promise that worlds can wait for. Like in Node, it is an async function that returns a
 * promise, which takes more microtasks than the promise itself.
 */
function once(emitter: Emitter, type: string | symbol, options?: { readonly signal?: AbortSignal }): object {
  const result = newCapability();
  const signal = options?.signal;
  try {
    requireAbortSignal(signal);
    if (signal?.aborted === true) throw abortError(signal);
    result.resolve(happensOnce(emitter, type, signal));
  } catch (error) {
    guard(error);
    result.reject(error);
  }
  return result.promise;
}

function happensOnce(emitter: Emitter, type: string | symbol, signal: AbortSignal | undefined): object {
  const { promise, resolve, reject } = newCapability();
  const remove = (of: string | symbol, listener: Listener): void => {
    if (isMethod(emitter.removeListener)) emitter.removeListener(of, listener);
  };
  const failed = (error: unknown): void => {
    signal?.removeEventListener('abort', abort);
    remove(type, happened);
    reject(error);
  };
  const happened = (...values: unknown[]): void => {
    signal?.removeEventListener('abort', abort);
    remove('error', failed);
    resolve(values);
  };
  const abort = (): void => {
    remove(type, happened);
    remove('error', failed);
    reject(abortError(signal));
  };
  try {
    signal?.addEventListener('abort', abort, { once: true });
    listenOnce(emitter, type, happened);
    if (type !== 'error' && isMethod(emitter.once)) emitter.once('error', failed);
  } catch (error) {
    guard(error);
    reject(error);
  }
  return promise;
}

function abortError(signal: AbortSignal | undefined): Error {
  const error = new Error('The operation was aborted', { cause: signal?.reason });
  return Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' });
}

interface OnOptions {
  readonly signal?: AbortSignal;
  readonly close?: readonly string[];
}

/** `on` of node:events: an async iterator over the values of each event. */
function on(emitter: Emitter, type: string | symbol, { signal, close = [] }: OnOptions = {}): object {
  if (signal?.aborted === true) throw abortError(signal);
  const values: unknown[][] = [];
  const waiting: Capability[] = [];
  let failure: { readonly error: unknown } | undefined;
  let isFinished = false;
  const done = { value: undefined, done: true };
  const happened = (...given: unknown[]): void => {
    const next = waiting.shift();
    if (next === undefined) values.push(given);
    else next.resolve({ value: given, done: false });
  };
  const failed = (error: unknown): void => {
    const next = waiting.shift();
    if (next === undefined) failure = { error };
    else next.reject(error);
    finish();
  };
  const abort = (): void => failed(abortError(signal));
  const finish = (): void => {
    stop();
    for (const next of waiting.splice(0)) next.resolve(done);
  };
  const stop = (): void => {
    isFinished = true;
    signal?.removeEventListener('abort', abort);
    for (const [of, listener] of listeners) emitter.removeListener?.(of, listener);
  };
  const listeners: [string | symbol, Listener][] = [
    [type, happened],
    ...(type === 'error' ? [] : ([['error', failed]] as [string, Listener][])),
    ...close.map((name): [string, Listener] => [name, finish]),
  ];
  if (!isMethod(emitter.on)) throw notAnEmitter(emitter);
  for (const [of, listener] of listeners) emitter.on(of, listener);
  signal?.addEventListener('abort', abort, { once: true });
  return {
    next() {
      const capability = newCapability();
      const value = values.shift();
      if (value !== undefined) capability.resolve({ value, done: false });
      else if (failure !== undefined) {
        capability.reject(failure.error);
        failure = undefined;
      } else if (isFinished) capability.resolve(done);
      else waiting.push(capability);
      return capability.promise;
    },
    return() {
      finish();
      return ModelPromise.resolve(done);
    },
    throw(error: unknown) {
      failed(error);
      return ModelPromise.resolve(done);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/**
 * Node's own class, as emitters call their listeners synchronously; only the functions that make promises are replaced.
 */
const emitterClass: typeof EventEmitter = new Proxy(EventEmitter, {
  get(target, key) {
    if (key === 'once') return once;
    if (key === 'on') return on;
    if (key === 'EventEmitter' || key === 'default') return emitterClass;
    return Reflect.get(target, key) as unknown;
  },
});

const namespace = { ...eventsExports, once, on, EventEmitter: emitterClass, default: emitterClass };

for (const specifier of ['node:events', 'events']) registerShim(specifier, () => namespace);
