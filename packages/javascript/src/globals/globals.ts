import { current, theWorld } from '../world/running/current.js';
import { noteEffect } from '../world/time/effects.js';
import { modelConsole } from './console.js';
import { modelCrypto } from './crypto.js';
import { newerGlobals } from './newer-globals.js';
import { VIRTUAL_GLOBALS as values, defineGlobal } from '../world/objects/global-names.js';
import { addFreeName, isNative, removeFreeName } from '../world/objects/free-names.js';
import { ownProperties, valueOf } from '../world/running/own-properties.js';
import { modelProcess } from './process.js';
import '../async/promise-combinators.js';
import { modelFetch } from '../tasks/fetch.js';
import { ModelResponse } from '../tasks/response.js';
import { addSelfNoting } from '../world/objects/self-noting.js';
import { ModelPromise } from '../async/promise.js';
import './time-shims.js';
import { modelPerformance } from './performance.js';
import { ModelDate } from './time.js';
import { modelQueueMicrotask, timerFunctions } from '../async/timers.js';
import { refused, unsupported } from '../world/running/unsupported.js';

/** Properties that this world has assigned to its global object. */
const own = ownProperties('properties of the global object');

const real = globalThis as Readonly<Record<PropertyKey, unknown>>;

/** Those that may be. */
const replaceables = new Set<PropertyKey>();

/**
 * Whether a global must not be replaced. Modules receive the virtual globals as parameters, the same in all worlds, and
 * the properties of the process must not be changed.
 */
const isFixed = (key: PropertyKey): boolean => !replaceables.has(key) && (values.has(key) || isNative(key));

function refuseReplacing(key: PropertyKey): never {
  const hint = 'pass a replacement to the code under test';
  throw unsupported(`replacing the global ${String(key)} is not supported`, hint);
}

function assign(key: PropertyKey, value: unknown): boolean {
  if (isFixed(key)) return Object.is(value, Reflect.get(globalObject, key)) || refuseReplacing(key);
  noteEffect();
  if (replaceables.has(key) && value === values.get(key)) return own().delete(key) || true;
  own().set(key, value);
  if (typeof key === 'string' && !replaceables.has(key)) addOwnName(key);
  return true;
}

/** Makes the property visible by its bare name, only in the world that assigned it. */
function addOwnName(name: string): void {
  const { world } = current;
  const properties = own();
  addFreeName(
    name,
    () => (current.world === world ? properties.get(name) : undefined),
    (value) => {
      noteEffect();
      properties.set(name, value);
    },
  );
}

/**
 * Global object of the running world. Looks up the world's own assignments first, then the virtual globals, then the
 * globals of the process.
 */
export const globalObject: object = new Proxy(
  {},
  {
    get(_, key) {
      const mine = own();
      if (mine.has(key)) return mine.get(key);
      return values.has(key) ? values.get(key) : real[key];
    },
    set: (_, key, value: unknown) => assign(key, value),
    defineProperty: (_, key, descriptor) => assign(key, valueOf(descriptor, globalObject)),
    deleteProperty(_, key) {
      if (isFixed(key)) refuseReplacing(key);
      noteEffect();
      own().delete(key);
      if (replaceables.has(key)) return true;
      if (typeof key === 'string') removeFreeName(key);
      // Sloppy-mode code may have created it by an assignment.
      return Reflect.deleteProperty(real, key);
    },
    getPrototypeOf: () => Reflect.getPrototypeOf(real),
    // Some of Fencepost's globals exist only in certain kinds of worlds.
    has: (_, key) => own().has(key) || values.has(key) || (key in real && (isNative(key) || real[key] !== undefined)),
    ownKeys: () => [...new Set([...own().keys(), ...values.keys(), ...Reflect.ownKeys(real)])] as (string | symbol)[],
    getOwnPropertyDescriptor(_, key) {
      if (!Reflect.has(globalObject, key)) return undefined;
      const value: unknown = Reflect.get(globalObject, key);
      return {
        value,
        writable: own().has(key) || Object.getOwnPropertyDescriptor(real, key)?.writable !== false,
        enumerable: own().has(key) || Object.prototype.propertyIsEnumerable.call(real, key),
        configurable: true,
      };
    },
  },
);

/**
 * Returns `this` of a function, with the process's global object replaced by the world's. Sloppy-mode functions called
 * without a receiver get the global object.
 */
export function self(value: unknown): unknown {
  return value === real ? values.get('globalThis') : value;
}

/** A global function that programs may replace, as tests do. Its bare name means the replacement, too. */
function replaceable(name: string, value: object): unknown {
  const now = (): object => (current.world === undefined ? value : ((own().get(name) as object | undefined) ?? value));
  replaceables.add(name);
  return addSelfNoting(
    new Proxy(value, {
      apply: (_target, receiver, given: readonly unknown[]) =>
        Reflect.apply(now() as () => unknown, receiver, given) as unknown,
      get: (_target, key) => Reflect.get(now(), key) as unknown,
      has: (_target, key) => Reflect.has(now(), key),
    }),
  );
}

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

/** Replaces `FinalizationRegistry`. The garbage collector is not part of a world, so no object is ever finalised. */
class NeverFinalises {
  readonly #tokens = new WeakSet();

  /** Never called back. */
  register(_target: unknown, _held?: unknown, token?: WeakKey): void {
    if (token === undefined) return;
    noteEffect();
    this.#tokens.add(token);
  }

  unregister(token: WeakKey): boolean {
    noteEffect();
    return this.#tokens.delete(token);
  }
}

const NETWORK =
  'a check must not depend on the network: pass the code under test a stand-in, such as one made by t.outside';

/** Browser classes, some of which Node has. Many packages test for them to find out where they run. */
export const NETWORK_CLASSES: ReadonlyMap<string, unknown> = new Map(
  ['XMLHttpRequest', 'WebSocket', 'EventSource'].map((name) => [name, refused(name, NETWORK)]),
);

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
  fetch: replaceable('fetch', modelFetch),
  Response: ModelResponse,
  ...Object.fromEntries([...NETWORK_CLASSES].filter(([name]) => isNative(name))),
  structuredClone,
  ...newerGlobals(),
  globalThis: globalObject,
  global: globalObject,
};
for (const [name, value] of Object.entries(virtual)) defineGlobal(name, value);

/** Our own built-ins, of which there is one for all executions. */
export const sharedBuiltIns: readonly (readonly [name: string, holder: object])[] = [
  ...Object.entries({ Math: modelMath, console: modelConsole, crypto: modelCrypto, performance: modelPerformance }),
  ...Object.entries({ Promise: ModelPromise, Date: ModelDate }),
  ...Object.entries({ 'Promise.prototype': ModelPromise.prototype, 'Date.prototype': ModelDate.prototype as object }),
];
