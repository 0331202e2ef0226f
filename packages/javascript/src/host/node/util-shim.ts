import util from 'node:util';
import { awaitValue, isModelPromise, newCapability } from '../../async/promise.js';
import { isAsyncGeneratorKind, isAsyncKind } from '../../async/function-kinds.js';
import { nextTick, timerFunctions, timerPromises } from '../../async/timers.js';
import { isForeign } from '../../world/objects/foreign.js';
import { guard } from '../../world/running/guard.js';
import { replacing } from '../../world/objects/replacing.js';
import type { ShimExports } from '../../world/running/shims.js';
import { registerShim } from '../../world/running/shims.js';
import { refused } from '../../world/running/unsupported.js';

// `node:util` of a world. Functions that return promises return the world's promises.

type AnyFunction = (this: unknown, ...parameters: unknown[]) => unknown;

const { custom } = util.promisify;

function requireFunction(value: unknown, name: string): asserts value is AnyFunction {
  if (typeof value === 'function') return;
  const shown = value === undefined ? 'undefined' : `type ${typeof value}`;
  const error = new TypeError(`The "${name}" argument must be of type function. Received ${shown}`);
  throw Object.assign(error, { code: 'ERR_INVALID_ARG_TYPE' });
}

function withOwnPromise(own: AnyFunction): AnyFunction {
  return Object.defineProperty(own, custom, { value: own, configurable: true });
}

function promisify(original: unknown): unknown {
  requireFunction(original, 'original');
  const own: unknown = Reflect.get(original, custom);
  if (own !== undefined && own !== null) {
    requireFunction(own, 'util.promisify.custom');
    return withOwnPromise(own);
  }
  // Node's background operations call back outside of all worlds.
  if (isForeign(original)) return util.promisify(original);
  const promised: AnyFunction = function (...parameters) {
    const { promise, resolve, reject } = newCapability();
    const done = (error: unknown, value: unknown): void => {
      if (error !== undefined && error !== null && error !== false && error !== 0 && error !== '') reject(error);
      else resolve(value);
    };
    try {
      Reflect.apply(original, this, [...parameters, done]);
    } catch (error) {
      guard(error);
      reject(error);
    }
    return promise;
  };
  Object.setPrototypeOf(promised, Object.getPrototypeOf(original) as object);
  Object.defineProperties(promised, Object.getOwnPropertyDescriptors(original));
  return withOwnPromise(promised);
}
// A program may compare the symbol.
Object.assign(promisify, { custom });

for (const [name, own] of Object.entries({
  setTimeout: timerPromises.setTimeout,
  setImmediate: timerPromises.setImmediate,
})) {
  Object.defineProperty(Reflect.get(timerFunctions, name), custom, { get: () => own, configurable: true });
}

function callbackify(original: unknown): unknown {
  requireFunction(original, 'original');
  const called: AnyFunction = function (...parameters) {
    const callback = parameters.pop();
    requireFunction(callback, 'last argument');
    awaitValue(
      Reflect.apply(original, this, parameters),
      (value) => nextTick(() => Reflect.apply(callback, this, [null, value])),
      (reason) => nextTick(() => Reflect.apply(callback, this, [failureOf(reason)])),
    );
  };
  const descriptors = Object.getOwnPropertyDescriptors(original);
  Object.defineProperties(called, {
    ...descriptors,
    length: { value: (original as { readonly length: number }).length + 1, configurable: true },
    name: { value: `${(original as { readonly name: string }).name}Callbackified`, configurable: true },
    prototype: { value: called.prototype as unknown, writable: true },
  });
  return called;
}

/** Replaces a falsy reason by an error, because a callback cannot distinguish it from success. */
function failureOf(reason: unknown): unknown {
  if (Boolean(reason)) return reason;
  const error = new Error('Promise was rejected with falsy value');
  return Object.assign(error, { code: 'ERR_FALSY_VALUE_REJECTION', reason });
}

/** Implements `util.aborted`: returns a promise that is fulfilled when the signal aborts. */
function aborted(signal: AbortSignal): object {
  const { promise, resolve } = newCapability();
  if (signal.aborted) resolve();
  else signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}

const types = replacing(util.types, {
  isAsyncFunction: (value: unknown) =>
    isAsyncKind(value) || isAsyncGeneratorKind(value) || util.types.isAsyncFunction(value),
  isGeneratorFunction: (value: unknown) => isAsyncGeneratorKind(value) || util.types.isGeneratorFunction(value),
  isGeneratorObject: (value: unknown) =>
    Object.prototype.toString.call(value) === '[object AsyncGenerator]' || util.types.isGeneratorObject(value),
  isPromise: (value: unknown) => isModelPromise(value) || util.types.isPromise(value),
});

/** Functions of Node 26 that are called back by timers of the process. */
const timed = ['debounce', 'throttle'].filter((name) => name in util);

function replacements(): Record<string, unknown> {
  return {
    promisify,
    callbackify,
    types,
    ...('aborted' in util && { aborted }),
    ...Object.fromEntries(timed.map((name) => [name, refused(`${name} of node:util`, 'use setTimeout')])),
  };
}

let shim: Record<string, unknown> | undefined;
// Created lazily, because `inspect` and similar functions are replaced before worlds run.
const make = (): ShimExports => (shim ??= replacing(util, replacements()));
for (const specifier of ['util', 'node:util']) registerShim(specifier, make);
for (const specifier of ['util/types', 'node:util/types']) registerShim(specifier, () => types);
