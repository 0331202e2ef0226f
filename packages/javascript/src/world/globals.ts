import { theWorld } from '../runtime/current.js';
import { noteEffect } from '../runtime/effects.js';
import { modelConsole } from './console.js';
import { modelCrypto } from './crypto.js';
import { newerGlobals } from './newer-globals.js';
import './newer-modules.js';
import { modelProcess } from './process.js';
import './promise-combinators.js';
import { ModelPromise } from './promise.js';
import './time-shims.js';
import { ModelDate, modelPerformance } from './time.js';
import { modelQueueMicrotask, timerFunctions } from './timers.js';
import { refused } from './unsupported.js';

const names: string[] = [];
const values = new Map<PropertyKey, unknown>();
let inOrder: readonly unknown[] | undefined;

/** The names that instrumented modules find as globals of their world instead of the process's. */
export const GLOBAL_NAMES: readonly string[] = names;

/** Adds or replaces a global of all worlds. It is made once per process, so it must keep its state in the world that runs. */
export function defineGlobal(name: string, value: unknown): void {
  if (!values.has(name)) names.push(name);
  values.set(name, value);
  inOrder = undefined;
}

/** In the order of `GLOBAL_NAMES`. */
export function globalValues(): readonly unknown[] {
  inOrder ??= names.map((name) => values.get(name));
  return inOrder;
}

const OWN = Symbol('properties of the global object');
/** What this world has assigned to its global object. */
const own = (): Map<PropertyKey, unknown> => theWorld().slot(OWN, () => new Map<PropertyKey, unknown>());

const real = globalThis as Readonly<Record<PropertyKey, unknown>>;

/** The global object of the world that runs: what it has assigned itself, the virtual globals, then those of the process. */
const globalObject: object = new Proxy(
  {},
  {
    get(_, key) {
      const mine = own();
      if (mine.has(key)) return mine.get(key);
      return values.has(key) ? values.get(key) : real[key];
    },
    set(_, key, value: unknown) {
      noteEffect();
      own().set(key, value);
      return true;
    },
    defineProperty(_, key, descriptor) {
      noteEffect();
      own().set(key, descriptor.get === undefined ? descriptor.value : descriptor.get.call(globalObject));
      return true;
    },
    deleteProperty(_, key) {
      if (!own().delete(key)) own().set(key, undefined);
      return true;
    },
    getPrototypeOf: () => Reflect.getPrototypeOf(real),
    has: (_, key) => own().has(key) || values.has(key) || key in real,
    ownKeys: () => [...new Set([...own().keys(), ...values.keys(), ...Reflect.ownKeys(real)])] as (string | symbol)[],
    getOwnPropertyDescriptor(_, key) {
      if (!Reflect.has(globalObject, key)) return undefined;
      const value: unknown = Reflect.get(globalObject, key);
      return {
        value,
        writable: true,
        enumerable: own().has(key) || Object.prototype.propertyIsEnumerable.call(real, key),
        configurable: true,
      };
    },
  },
);

const modelMath: object = Object.defineProperties(
  {},
  {
    ...Object.getOwnPropertyDescriptors(Math),
    random: {
      value: () => {
        noteEffect();
        return theWorld().random.next();
      },
      writable: true,
      configurable: true,
    },
  },
);

/** The garbage collector is no part of a world, so nothing is ever finalised. */
class NeverFinalises {
  register(): void {
    // Nothing will come of it.
  }

  unregister(): boolean {
    return false;
  }
}

const NETWORK = 'a check must not depend on the network: give the code under test a stand-in';

const virtual: Readonly<Record<string, unknown>> = {
  Promise: ModelPromise,
  ...timerFunctions,
  queueMicrotask: modelQueueMicrotask,
  Date: ModelDate,
  performance: modelPerformance,
  Math: modelMath,
  crypto: modelCrypto,
  console: modelConsole,
  process: modelProcess,
  FinalizationRegistry: NeverFinalises,
  fetch: refused('fetch', NETWORK),
  XMLHttpRequest: refused('XMLHttpRequest', NETWORK),
  WebSocket: refused('WebSocket', NETWORK),
  EventSource: refused('EventSource', NETWORK),
  structuredClone,
  ...newerGlobals(),
  globalThis: globalObject,
  global: globalObject,
};
for (const [name, value] of Object.entries(virtual)) defineGlobal(name, value);
