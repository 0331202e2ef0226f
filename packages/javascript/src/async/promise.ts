import { types } from '#host/types';
import { theWorld } from '../world/running/current.js';
import type { Frame } from '../world/running/world.js';
import { inFrame, keepingFrame } from './frames.js';
import { guard } from '../world/running/guard.js';
import { unsupported } from '../world/running/unsupported.js';
import { isObject } from '../world/objects/is-object.js';
import { addOwnClasses } from '../world/objects/own-classes.js';
import { addSelfNoting } from '../world/objects/self-noting.js';
import { noting, recording } from '../world/time/segments.js';

/*
 * Operations and their names follow ECMA-262, "Promise Objects", as does the number of microtasks each operation takes.
 */

/** Resolves or rejects a promise. */
export type Settle = (value?: unknown) => void;
type Handler = (value: unknown) => unknown;
type Executor = (resolve: Settle, reject: Settle) => void;
/** `Promise`, or a class that extends it. */
export type PromiseConstructor = new (executor: Executor) => object;

/** A promise and the functions that settle it (ECMA-262: PromiseCapability). */
export interface Capability {
  readonly promise: object;
  readonly resolve: Settle;
  readonly reject: Settle;
}

interface Reaction {
  readonly capability: Capability | undefined;
  readonly onFulfilled: Handler | undefined;
  readonly onRejected: Handler | undefined;
  readonly frame: Frame | undefined;
}

/** Returns whether the value is a `ModelPromise` or an instance of a class that extends it. */
export let isModelPromise: (value: unknown) => value is ModelPromise;
/** Returns whether anything awaits the promise, or has. */
export let isAwaited: (promise: ModelPromise) => boolean;
let attach: (promise: ModelPromise, reaction: Reaction) => void;

interface InspectOptions {
  readonly depth?: number | null;
}
type Inspect = (value: unknown, options: object) => string;

/** The modelled `Promise`. It has the name `Promise` in stack traces and when printed. */
export class ModelPromise {
  #state: 'pending' | 'fulfilled' | 'rejected' = 'pending';
  #value: unknown;
  #reactions: Reaction[] = [];
  #isHandled = false;

  static get [Symbol.species](): unknown {
    return this;
  }

  constructor(executor: Executor) {
    if (typeof executor !== 'function') throw new TypeError(`Promise resolver ${String(executor)} is not a function`);
    const { resolve, reject } = this.#resolvingFunctions();
    try {
      executor(resolve, reject);
    } catch (error) {
      guard(error);
      reject(error);
    }
  }

  static resolve(value?: unknown): object {
    return promiseResolve(this, value);
  }

  static reject(reason?: unknown): object {
    const capability = newCapability(this);
    capability.reject(reason);
    return capability.promise;
  }

  static withResolvers(): Capability {
    return { ...newCapability(this) };
  }

  static try(callback: (...parameters: unknown[]) => unknown, ...parameters: unknown[]): object {
    const capability = newCapability(this);
    try {
      capability.resolve(callback(...parameters));
    } catch (error) {
      guard(error);
      capability.reject(error);
    }
    return capability.promise;
  }

  then(onFulfilled?: unknown, onRejected?: unknown): object {
    if (!isModelPromise(this))
      throw new TypeError(`Method Promise.prototype.then called on incompatible receiver ${String(this)}`);
    const capability = newCapability(speciesConstructor(this));
    performThen(this, asHandler(onFulfilled), asHandler(onRejected), capability);
    return capability.promise;
  }

  catch(onRejected?: unknown): unknown {
    return this.then(undefined, onRejected);
  }

  finally(onFinally?: unknown): unknown {
    const constructor = speciesConstructor(this);
    if (typeof onFinally !== 'function') return this.then(onFinally, onFinally);
    const settled = (): Thenable => {
      noting.called(onFinally, []);
      return promiseResolve(constructor, (onFinally as () => unknown)()) as Thenable;
    };
    return this.then(
      addSelfNoting((value: unknown) => settled().then(addSelfNoting(() => value))),
      addSelfNoting((reason: unknown) =>
        settled().then(
          addSelfNoting(() => {
            throw reason;
          }),
        ),
      ),
    );
  }

  #resolvingFunctions(): { readonly resolve: Settle; readonly reject: Settle } {
    let alreadyResolved = false;
    const settling = {
      resolve: (resolution?: unknown) => {
        noteSettled(this);
        if (alreadyResolved) return;
        alreadyResolved = true;
        this.#resolve(resolution);
      },
      reject: (reason?: unknown) => {
        noteSettled(this);
        if (alreadyResolved) return;
        alreadyResolved = true;
        this.#reject(reason);
      },
    };
    if (recording.isPrepared) {
      addSelfNoting(settling.resolve);
      addSelfNoting(settling.reject);
    }
    return settling;
  }

  #resolve(resolution: unknown): void {
    if (resolution === this) {
      this.#reject(new TypeError('Chaining cycle detected for promise #<Promise>'));
      return;
    }
    if (!isObject(resolution)) {
      this.#settle('fulfilled', resolution);
      return;
    }
    if (types.isPromise(resolution)) throw nativePromise(resolution);
    let then: unknown;
    noting.read(resolution, 'then');
    try {
      then = (resolution as Partial<Thenable>).then;
    } catch (error) {
      guard(error);
      this.#reject(error);
      return;
    }
    if (typeof then !== 'function') {
      this.#settle('fulfilled', resolution);
      return;
    }
    const { resolve, reject } = this.#resolvingFunctions();
    const call = keepingFrame(() => {
      try {
        noting.called(then, []);
        Reflect.apply(then, resolution, [resolve, reject]);
      } catch (error) {
        guard(error);
        reject(error);
      }
    });
    theWorld().loop.enqueue(call);
  }

  #reject(reason: unknown): void {
    if (!this.#isHandled) theWorld().loop.rejected(this, reason);
    this.#settle('rejected', reason);
  }

  #settle(state: 'fulfilled' | 'rejected', value: unknown): void {
    const reactions = this.#reactions;
    this.#state = state;
    this.#value = value;
    this.#reactions = [];
    for (const reaction of reactions) this.#enqueue(reaction);
  }

  #enqueue(reaction: Reaction): void {
    const isFulfilled = this.#state === 'fulfilled';
    const handler = isFulfilled ? reaction.onFulfilled : reaction.onRejected;
    const value = this.#value;
    const world = theWorld();
    world.loop.enqueue(() =>
      inFrame(world, reaction.frame, () => react(reaction.capability, handler, isFulfilled, value)),
    );
  }

  /** Prints the promise as Node does. */
  [Symbol.for('nodejs.util.inspect.custom')](_depth: number, options: InspectOptions, inspect: Inspect): string {
    if (this.#state === 'pending') return 'Promise { <pending> }';
    const { depth } = options;
    const shown = inspect(this.#value, { ...options, depth: typeof depth === 'number' ? depth - 1 : null });
    return `Promise { ${this.#state === 'rejected' ? '<rejected> ' : ''}${shown} }`;
  }

  static {
    isModelPromise = (value): value is ModelPromise => isObject(value) && #state in value;
    isAwaited = (promise) => promise.#isHandled;
    attach = (promise, reaction) => {
      noteSettled(promise);
      if (promise.#state === 'pending') promise.#reactions.push(reaction);
      else {
        if (promise.#state === 'rejected' && !promise.#isHandled) theWorld().loop.handled(promise);
        promise.#enqueue(reaction);
      }
      promise.#isHandled = true;
    };
  }
}
Object.defineProperty(ModelPromise, 'name', { value: 'Promise', configurable: true });
// Newer methods exist only if the engine has them.
for (const name of ['withResolvers', 'try']) if (!(name in Promise)) Reflect.deleteProperty(ModelPromise, name);

Object.defineProperty(ModelPromise.prototype, Symbol.toStringTag, { value: 'Promise', configurable: true });
interface Thenable {
  then(onFulfilled?: unknown, onRejected?: unknown): unknown;
}

/** Notes that the promise is settled, or that its settling is awaited. */
function noteSettled(promise: object): void {
  recording.segments?.writeAll(promise);
}

/** A microtask that reacts to a settled promise. */
function react(
  capability: Capability | undefined,
  handler: Handler | undefined,
  isFulfilled: boolean,
  value: unknown,
): void {
  if (handler === undefined) {
    if (isFulfilled) capability?.resolve(value);
    else capability?.reject(value);
    return;
  }
  let result: unknown;
  // Without a capability it continues after an `await`.
  if (capability !== undefined) noting.called(handler, [value]);
  try {
    result = handler(value);
  } catch (error) {
    guard(error);
    // Only `await` has no capability. Its continuation throws only errors that do not come from the program.
    if (capability === undefined) throw error;
    capability.reject(error);
    return;
  }
  capability?.resolve(result);
}

/** Registers handlers to call when the promise is settled; their result settles the dependent promise. */
export function performThen(
  promise: ModelPromise,
  onFulfilled: Handler | undefined,
  onRejected: Handler | undefined,
  capability?: Capability,
): void {
  attach(promise, { capability, onFulfilled, onRejected, frame: theWorld().frame });
}

/** Returns the value as a promise of this class; returns the value itself if it already is one. */
export function promiseResolve(constructor: PromiseConstructor, value: unknown): object {
  if (!isObject(constructor)) throw new TypeError('PromiseResolve called on non-object');
  if (isModelPromise(value) && value.constructor === constructor) return value;
  const capability = newCapability(constructor);
  capability.resolve(value);
  return capability.promise;
}

/** ECMA-262: NewPromiseCapability. */
export function newCapability(constructor: PromiseConstructor = ModelPromise): Capability {
  let resolve: Settle | undefined;
  let reject: Settle | undefined;
  const promise = new constructor((onResolve, onReject) => {
    if (resolve !== undefined || reject !== undefined) throw new TypeError('Promise executor has already been invoked');
    resolve = onResolve;
    reject = onReject;
  });
  if (typeof resolve !== 'function' || typeof reject !== 'function') {
    throw new TypeError('Promise resolve or reject function is not callable');
  }
  return { promise, resolve, reject };
}

/**
 * Implements `await`: calls one of the two handlers in a microtask once the value is settled. If reading the value
 * fails, calls `onRejected` immediately.
 */
export function awaitValue(
  value: unknown,
  onFulfilled: (value: unknown) => void,
  onRejected: (reason: unknown) => void,
): void {
  let promise: ModelPromise;
  try {
    promise = promiseResolve(ModelPromise, value) as ModelPromise;
  } catch (error) {
    guard(error);
    onRejected(error);
    return;
  }
  performThen(promise, onFulfilled, onRejected);
}

function speciesConstructor(promise: object): PromiseConstructor {
  const { constructor } = promise as { readonly constructor: unknown };
  if (constructor === undefined || constructor === ModelPromise) return ModelPromise;
  if (!isObject(constructor)) throw new TypeError('The .constructor property is not an object');
  const species = (constructor as { readonly [Symbol.species]?: unknown })[Symbol.species];
  return (species ?? ModelPromise) as PromiseConstructor;
}

function asHandler(value: unknown): Handler | undefined {
  return typeof value === 'function' ? (value as Handler) : undefined;
}

function nativePromise(promise: Promise<unknown>): Error {
  promise.catch(() => undefined); // Marks the promise as handled; no other code handles it.
  return unsupported(
    'the program awaits a promise of uninstrumented code',
    'promises of Node itself (files, network) cannot be awaited: use t.outside; a package can be instrumented: --include',
  );
}

addOwnClasses(ModelPromise);
for (const owner of [ModelPromise, ModelPromise.prototype]) {
  for (const key of Reflect.ownKeys(owner)) {
    const value: unknown = Reflect.getOwnPropertyDescriptor(owner, key)?.value;
    if (typeof value === 'function') addSelfNoting(value);
  }
}
