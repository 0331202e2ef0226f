import { theWorld } from '../world/running/current.js';
import { noteEffect } from '../world/time/effects.js';
import { registerShim } from '../world/running/shims.js';
import { refused } from '../world/running/unsupported.js';
import type { Frame } from '../world/running/world.js';
import { inFrame } from './frames.js';

type Callback = (this: unknown, ...parameters: unknown[]) => unknown;

function invalid(name: string, expected: string): TypeError {
  const error = new TypeError(`The "${name}" argument must be of type ${expected}.`);
  return Object.assign(error, { code: 'ERR_INVALID_ARG_TYPE' });
}

function requireFunction(value: unknown): asserts value is Callback {
  if (typeof value !== 'function') throw invalid('fn', 'function');
}

function frameWith(storage: object, store: unknown): Frame {
  return new Map(theWorld().frame).set(storage, store);
}

function bound(callback: unknown, receiver: (self: unknown) => unknown = (self) => self): Callback {
  requireFunction(callback);
  const { frame } = theWorld();
  const run: Callback = function (...parameters) {
    return inFrame(theWorld(), frame, () => Reflect.apply(callback, receiver(this), parameters));
  };
  return Object.defineProperty(run, 'length', { value: callback.length, configurable: true });
}

interface StorageOptions {
  readonly name?: string;
  readonly defaultValue?: unknown;
}

/** A value that is kept across `await`, timers and callbacks. */
class AsyncLocalStorage {
  readonly #default: unknown;
  readonly #name: string;
  #isEnabled = true;

  constructor({ name = '', defaultValue }: StorageOptions = {}) {
    this.#name = name;
    this.#default = defaultValue;
  }

  static bind(callback: unknown): Callback {
    return bound(callback);
  }

  static snapshot(): Callback {
    return bound((callback: Callback, ...parameters: unknown[]) => callback(...parameters));
  }

  get name(): string {
    return this.#name;
  }

  getStore(): unknown {
    const { frame } = theWorld();
    return this.#isEnabled && frame?.has(this) === true ? frame.get(this) : this.#default;
  }

  run(store: unknown, callback: Callback, ...parameters: unknown[]): unknown {
    this.#isEnabled = true;
    return inFrame(theWorld(), frameWith(this, store), () => callback(...parameters));
  }

  exit(callback: Callback, ...parameters: unknown[]): unknown {
    return inFrame(theWorld(), frameWith(this, undefined), () => callback(...parameters));
  }

  enterWith(store: unknown): void {
    noteEffect();
    this.#isEnabled = true;
    theWorld().frame = frameWith(this, store);
  }

  disable(): void {
    noteEffect();
    this.#isEnabled = false;
  }
}

const LAST_ID = Symbol('the last id of an async resource');

function nextId(): number {
  const counter = theWorld().slot(LAST_ID, () => ({ last: 1 }));
  return ++counter.last;
}

class AsyncResource {
  readonly #frame = theWorld().frame;
  readonly #id = nextId();

  constructor(type: unknown) {
    if (typeof type !== 'string') throw invalid('type', 'string');
  }

  static bind(callback: unknown, _type?: unknown, receiver?: unknown): Callback {
    return bound(callback, receiver === undefined ? undefined : () => receiver);
  }

  runInAsyncScope(callback: unknown, receiver?: unknown, ...parameters: unknown[]): unknown {
    requireFunction(callback);
    return inFrame(theWorld(), this.#frame, () => Reflect.apply(callback, receiver, parameters));
  }

  emitDestroy(): this {
    return this;
  }

  asyncId(): number {
    return this.#id;
  }

  triggerAsyncId(): number {
    return 1;
  }

  bind(callback: unknown, receiver?: unknown): Callback {
    return inFrame(theWorld(), this.#frame, () => AsyncResource.bind(callback, undefined, receiver));
  }
}

const EXECUTION_RESOURCE = Symbol('the resource that runs');

/** Enabling a hook is refused, because hooks would observe resources of the real process. */
function createHook(): object {
  const enable = refused('enable of a hook of node:async_hooks', 'keep the state of a task in an AsyncLocalStorage');
  return { enable, disable: () => undefined };
}

const asyncHooks = {
  AsyncLocalStorage,
  AsyncResource,
  createHook,
  executionAsyncId: () => 1,
  triggerAsyncId: () => 0,
  executionAsyncResource: () => theWorld().slot(EXECUTION_RESOURCE, () => ({})),
  asyncWrapProviders: Object.freeze({}),
};

for (const specifier of ['async_hooks', 'node:async_hooks']) registerShim(specifier, () => asyncHooks);
