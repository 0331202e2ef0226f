import { VIRTUAL_GLOBALS } from '../world/objects/global-names.js';
import { theWorld } from '../world/running/current.js';
import type { World } from '../world/running/world.js';
import { unsupported } from '../world/running/unsupported.js';
import { isObject } from '../world/objects/is-object.js';
import { MockState, mockFunction, nameOf, mocksOf, recordingFunction, spyOn } from './mock-functions.js';

// `vi`, `jest` and `mock` in tests that run in every order of answers: mock functions are services outside the program.

type Callable = (...parameters: unknown[]) => unknown;

const STUBBED = Symbol('globals before they were stubbed');
const stubbedIn = (world: World): Map<string, unknown> => world.slot(STUBBED, () => new Map<string, unknown>());
const globalObject = (): object => VIRTUAL_GLOBALS.get('globalThis') as object;

/** Replaces a global, if that is supported. */
function stubGlobal(name: string, value: unknown): void {
  const stubbed = stubbedIn(theWorld());
  if (!stubbed.has(name)) stubbed.set(name, Reflect.get(globalObject(), name));
  Reflect.set(globalObject(), name, value);
}

function unstubGlobals(): void {
  const stubbed = stubbedIn(theWorld());
  for (const [name, value] of stubbed) Reflect.set(globalObject(), name, value);
  stubbed.clear();
}

const HINT =
  'use mock functions (fn, spyOn), and pass them to the code under test; time needs no mock: timers fire in every order that their delays allow';

function ofRunner(runner: 'vi' | 'jest'): object {
  const all = (act: 'clear' | 'reset' | 'restore'): unknown => {
    for (const state of mocksOf(theWorld())) state[act]();
    return self;
  };
  const methods: Readonly<Record<string, unknown>> = {
    fn: (implementation?: Callable) => mockFunction(implementation),
    spyOn: (object: object, key: PropertyKey, access?: 'get' | 'set') => {
      if (access !== undefined)
        throw unsupported(
          `${runner}.spyOn of a ${access}ter is not supported in a test that runs in every order`,
          HINT,
        );
      return spyOn(object, key, mockFunction);
    },
    mocked: (value: unknown) => value,
    isMockFunction: (value: unknown) => isObject(value) && '_isMockFunction' in value,
    clearAllMocks: () => all('clear'),
    resetAllMocks: () => all('reset'),
    restoreAllMocks: () => all('restore'),
    ...(runner === 'vi' && {
      stubGlobal: (name: string, value: unknown) => {
        stubGlobal(name, value);
        return self;
      },
      unstubAllGlobals: () => {
        unstubGlobals();
        return self;
      },
    }),
    // How long and how often the runner tries matters only there.
    setTimeout: () => self,
    retryTimes: () => self,
    setConfig: () => self,
    resetConfig: () => self,
  };
  const self: object = new Proxy(methods, {
    get: (_target, key) => {
      // Async hooks return the object, which is no promise.
      if (typeof key === 'symbol' || key === 'then' || key in methods) return Reflect.get(methods, key) as unknown;
      throw unsupported(`${runner}.${key} is not supported in a test that runs in every order`, HINT);
    },
  });
  return self;
}

export const ownVi = ofRunner('vi');
export const ownJest = ofRunner('jest');

/** Options of mock functions of `node:test`. */
interface NodeOptions {
  readonly times?: number;
  readonly getter?: boolean;
  readonly setter?: boolean;
}

/** A mock function of `node:test`. */
function nodeFunction(
  original: Callable | undefined,
  implementation: Callable | undefined,
  { times = Infinity, getter = false, setter = false }: NodeOptions,
  putBack?: () => void,
): Callable {
  if (getter || setter)
    throw unsupported('mocks of getters and setters are not supported in a test that runs in every order', HINT);
  const state = new MockState(original, putBack);
  state.name = nameOf(original ?? implementation);
  state.implementation = implementation ?? original;
  const calls: unknown[] = [];
  let called = 0;
  state.recorded = (args, self, result, error) => {
    calls.push({ arguments: args, this: self, result, error, stack: new Error('call'), target: undefined });
    if (++called === times) state.restore();
  };
  const mock = {
    calls,
    callCount: () => calls.length,
    mockImplementation: (next: Callable) => void (state.implementation = next),
    mockImplementationOnce: (next: Callable, call?: number) => {
      if (call !== undefined && call !== calls.length)
        throw unsupported('mockImplementationOnce of a later call is not supported', 'count the calls in the function');
      state.next(next);
    },
    resetCalls: () => void (calls.length = 0),
    restore: () => state.restore(),
  };
  return Object.defineProperty(recordingFunction(state), 'mock', { value: mock });
}

const optionsIn = (given: readonly unknown[]): NodeOptions =>
  given.find((each) => typeof each === 'object' && each !== null) ?? {};

const nodeMethods: Readonly<Record<string, unknown>> = {
  fn: (...given: readonly unknown[]) => {
    const [original, implementation] = given.filter((each) => typeof each === 'function') as Callable[];
    return nodeFunction(original, implementation, optionsIn(given));
  },
  method: (object: object, key: PropertyKey, ...given: readonly unknown[]) =>
    spyOn(object, key, (original, putBack) => {
      const implementation = given.find((each) => typeof each === 'function') as Callable | undefined;
      return nodeFunction(original, implementation, optionsIn(given), putBack);
    }),
  reset: () => mocksOf(theWorld()).forEach((state) => state.restore()),
  restoreAll: () => mocksOf(theWorld()).forEach((state) => state.restore()),
};

export const ownNodeMock: object = new Proxy(nodeMethods, {
  get: (_target, key) => {
    if (typeof key === 'symbol' || key in nodeMethods) return Reflect.get(nodeMethods, key) as unknown;
    throw unsupported(`mock.${key} is not supported in a test that runs in every order`, HINT);
  },
});
