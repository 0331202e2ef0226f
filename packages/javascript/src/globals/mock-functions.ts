import { ModelPromise } from '../async/promise.js';
import { answersLater } from '../tasks/outside.js';
import { isThenable } from '../world/objects/is-object.js';
import { giveName, takesName } from '../world/objects/given-names.js';
import { addSelfNoting } from '../world/objects/self-noting.js';
import { current, theWorld } from '../world/running/current.js';
import { guard } from '../world/running/guard.js';
import { unsupported } from '../world/running/unsupported.js';
import type { World } from '../world/running/world.js';
import { recording } from '../world/time/segments.js';

// Mock functions as test runners have them. If a call returns a promise, its answer arrives at any later moment.

type Callable = (this: unknown, ...parameters: unknown[]) => unknown;

/** A call, as Vitest and Jest record it. */
interface Calls {
  readonly calls: unknown[][];
  readonly results: { type: 'return' | 'throw'; value: unknown }[];
  readonly contexts: unknown[];
  readonly instances: unknown[];
  readonly invocationCallOrder: number[];
  readonly lastCall: unknown[] | undefined;
  readonly settledResults: unknown;
}

/** A mock function of Vitest or Jest. */
type Mock = Callable & Record<string, unknown> & { readonly mock: Calls };

const MOCKS = Symbol('mock functions');
interface Known {
  calls: number;
  readonly mocks: MockState[];
}
const knownIn = (world: World): Known => world.slot(MOCKS, () => ({ calls: 0, mocks: [] }));

/** Returns all mock functions of a world. */
export function mocksOf(world: World): readonly MockState[] {
  return knownIn(world).mocks;
}

/** What a mock function does and has done. */
export class MockState {
  calls: Calls = newCalls();
  /** Called after each call; Node records calls in another form. */
  recorded: ((args: readonly unknown[], self: unknown, result: unknown, error: unknown) => void) | undefined;
  /** In reports. */
  name = '';
  private readonly once: Callable[] = [];
  implementation: Callable | undefined;

  constructor(
    private readonly original: Callable | undefined,
    private readonly putBack: () => void = () => undefined,
  ) {
    this.implementation = original;
    knownIn(theWorld()).mocks.push(this);
  }

  next(implementation: Callable): void {
    this.once.push(implementation);
  }

  clear(): void {
    this.calls = newCalls();
  }

  /** `to`: what it does then. */
  reset(to: Callable | undefined = this.original): void {
    this.clear();
    this.once.length = 0;
    this.implementation = to;
  }

  restore(): void {
    this.putBack();
    this.reset();
  }

  /** `isNew`: whether it is called with `new`. */
  call(self: unknown, args: unknown[], isNew = false): unknown {
    const world = theWorld();
    const { site } = current;
    // The order of calls can be observed.
    recording.segments?.writeAll(this);
    const { calls, results, contexts, instances, invocationCallOrder } = this.calls;
    calls.push(args);
    contexts.push(self);
    instances.push(self);
    invocationCallOrder.push(++knownIn(world).calls);
    const result = { type: 'return' as 'return' | 'throw', value: undefined as unknown };
    results.push(result);
    const implementation = this.once.shift() ?? this.implementation;
    try {
      const makes = isNew && isClass(implementation);
      const value: unknown = makes ? Reflect.construct(implementation, args) : implementation?.apply(self, args);
      // The call is at the line of its caller, whatever the implementation has run.
      current.site = site;
      result.value = isThenable(value)
        ? answersLater(world, this.name, args, ModelPromise.resolve(value) as PromiseLike<unknown>)
        : value;
    } catch (error) {
      guard(error);
      Object.assign(result, { type: 'throw', value: error });
      this.recorded?.(args, self, undefined, error);
      throw error;
    }
    this.recorded?.(args, self, result.value, undefined);
    return result.value;
  }
}

/** Classes cannot be called without `new`. Their `prototype` cannot be replaced. */
function isClass(value: unknown): value is new (...args: readonly unknown[]) => object {
  return typeof value === 'function' && Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false;
}

function newCalls(): Calls {
  return {
    ...{ calls: [], results: [], contexts: [], instances: [], invocationCallOrder: [] },
    get lastCall() {
      return this.calls.at(-1);
    },
    get settledResults(): never {
      throw unsupported(
        'results of mock functions that were settled are not supported',
        'await what the function returns',
      );
    },
  };
}

/** Returns a function that records its calls. It takes the name of the variable or property that is given it. */
export function recordingFunction(state: MockState): Callable {
  const fn = addSelfNoting(function (this: unknown, ...parameters: unknown[]): unknown {
    return state.call(this, parameters, Boolean(new.target));
  });
  takesName(fn, (name) => (state.name = name));
  return fn;
}

/** Returns the name of a mock function in reports, unless it is given one. */
export function nameOf(original: { readonly name: string } | undefined): string {
  return original === undefined || original.name === '' ? 'mock' : original.name;
}

/** Returns a mock function with the methods of Vitest and Jest. */
export function mockFunction(original?: Callable, putBack?: () => void): Mock {
  const state = new MockState(original, putBack);
  state.name = nameOf(original);
  const fn = recordingFunction(state);
  const chained =
    (act: (...parameters: never[]) => void) =>
    (...parameters: unknown[]): unknown => {
      act(...(parameters as never[]));
      return fn;
    };
  const does = (
    make: (value: unknown) => Callable,
  ): Record<'always' | 'once', (...parameters: unknown[]) => unknown> => ({
    always: chained((value) => (state.implementation = make(value))),
    once: chained((value) => state.next(make(value))),
  });
  const implementation = does((value) => value as Callable);
  const returns = does((value) => () => value);
  const throws = does((error) => () => {
    throw error;
  });
  const resolves = does((value) => () => ModelPromise.resolve(value));
  const rejects = does((error) => () => ModelPromise.reject(error));
  Object.defineProperty(fn, 'mock', { get: () => state.calls });
  Object.assign(fn, {
    _isMockFunction: true,
    getMockName: () => state.name,
    mockName: chained((name: string) => (state.name = name)),
    getMockImplementation: () => state.implementation,
    mockImplementation: implementation.always,
    mockImplementationOnce: implementation.once,
    mockReturnValue: returns.always,
    mockReturnValueOnce: returns.once,
    mockThrow: throws.always,
    mockThrowOnce: throws.once,
    mockResolvedValue: resolves.always,
    mockResolvedValueOnce: resolves.once,
    mockRejectedValue: rejects.always,
    mockRejectedValueOnce: rejects.once,
    mockReturnThis: chained(() => {
      state.implementation = function (this: unknown) {
        return this;
      };
    }),
    withImplementation: (implementation: Callable, during: () => unknown): unknown => {
      const before = state.implementation;
      const putBack = (): unknown => {
        state.implementation = before;
        return fn;
      };
      state.implementation = implementation;
      const ended = during();
      if (!isThenable(ended)) return putBack();
      return (ModelPromise.resolve(ended) as PromiseLike<unknown>).then(putBack);
    },
    mockClear: chained(() => state.clear()),
    mockReset: chained(() => state.reset()),
    mockRestore: chained(() => state.restore()),
  });
  return fn as Mock;
}

/** Replaces a method of an object by a mock function that calls it. `make` makes the mock. */
export function spyOn<T extends object>(
  object: object,
  key: PropertyKey,
  make: (original: Callable, putBack: () => void) => T,
): T {
  const original: unknown = Reflect.get(object, key);
  if (typeof original !== 'function') throw new TypeError(`${String(key)} is not a function, and cannot be spied on`);
  const own = Object.getOwnPropertyDescriptor(object, key);
  const putBack = (): void => {
    if (own === undefined) Reflect.deleteProperty(object, key);
    else Object.defineProperty(object, key, own);
  };
  const mock = make(original as Callable, putBack);
  giveName(mock, String(key));
  Object.defineProperty(object, key, { value: mock, configurable: true, writable: true, enumerable: true });
  return mock;
}
