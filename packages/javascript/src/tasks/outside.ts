import { FencepostError } from '@fencepost/core';
import { ModelPromise } from '../async/promise.js';
import { current } from '../world/running/current.js';
import { isObject } from '../world/objects/is-object.js';
import type { World } from '../world/running/world.js';
import { noting, recording } from '../world/time/segments.js';
import { addSelfNoting, addStub } from '../world/objects/self-noting.js';
import type { OutsideSettings } from './calls.js';
import { callInWords, eventsOf, shown, startCall } from './calls.js';
import { tellStep } from '../world/running/told-steps.js';

/** A function or an object whose calls return promises. */
export type Outside<T> = T extends (...parameters: infer P) => infer R
  ? (...parameters: P) => Promise<Awaited<R>>
  : {
      readonly [K in keyof T]: T[K] extends (...parameters: infer P) => infer R
        ? (...parameters: P) => Promise<Awaited<R>>
        : T[K];
    };

type Stub = (...parameters: unknown[]) => unknown;

/** Makes a function, or each method of an object, a service outside the program. */
export function outside(world: World, stub: unknown, settings: OutsideSettings): unknown {
  requireKnown('t.outside', settings);
  if (typeof stub === 'function') {
    return service(
      world,
      stub as Stub,
      undefined,
      settings.name ?? (stub.name === '' ? 'outside' : stub.name),
      settings,
    );
  }
  if (!isObject(stub)) throw new TypeError('t.outside takes a function, or an object with methods');
  const made = new Map<string, { readonly of: unknown; readonly service: Stub }>();
  const serviceOf = (key: string, value: Stub): Stub => {
    const known = made.get(key);
    if (known?.of === value) return known.service;
    const name = settings.name === undefined ? key : `${settings.name}.${key}`;
    const added = service(world, value, stub, name, settings);
    made.set(key, { of: value, service: added });
    return added;
  };
  // Accessors run with the stub as `this`, which may have private fields. An own target is never frozen.
  const services = new Proxy(Object.create(stub) as object, {
    get(_target, key) {
      const value: unknown = Reflect.get(stub, key, stub);
      return typeof value === 'function' && typeof key === 'string' ? serviceOf(key, value as Stub) : value;
    },
    set: (_target, key, value) => Reflect.set(stub, key, value, stub),
    deleteProperty: (_target, key) => Reflect.deleteProperty(stub, key),
    ownKeys: () => Reflect.ownKeys(stub),
    getOwnPropertyDescriptor(_target, key) {
      const found = Reflect.getOwnPropertyDescriptor(stub, key);
      return found && { ...found, configurable: true };
    },
    getPrototypeOf: () => Reflect.getPrototypeOf(stub),
  });
  return addStub(services, stub);
}

const SETTINGS: readonly string[] = [
  'name',
  'rejects',
  'loses',
  'effect',
  'together',
] satisfies readonly (keyof OutsideSettings)[];
const EFFECTS: readonly unknown[] = ['between', 'call', undefined];

/** Throws if a setting of this method does not exist. */
export function requireKnown(method: string, settings: OutsideSettings): void {
  const unknown = Object.keys(settings).find((key) => !SETTINGS.includes(key));
  const hint = `settings are ${SETTINGS.join(', ')}`;
  if (unknown !== undefined) throw new FencepostError('USAGE', `${method} has no setting '${unknown}'`, { hint });
  if (EFFECTS.includes(settings.effect)) return;
  throw new FencepostError('USAGE', `the effect of ${method} cannot be ${shown(settings.effect)}`, {
    hint: "it is 'between' or 'call'",
  });
}

/** Returns a promise of what a call has returned: the answer arrives at any later moment. */
export function answersLater(
  world: World,
  name: string,
  parameters: readonly unknown[],
  result: PromiseLike<unknown>,
): object {
  const call = callInWords(name, parameters);
  const { site } = current;
  const promise = new ModelPromise((resolve, reject) => {
    const later = eventsOf(world);
    const arrives = (what: string, act: () => void): unknown =>
      later(() => {
        tellStep(world, `${call} ${what}`);
        act();
      });
    result.then(
      addSelfNoting((value: unknown) => arrives(`answers ${shown(value)}`, () => resolve(value))),
      addSelfNoting((error: unknown) => arrives('fails', () => reject(error))),
    );
  });
  tellStep(world, `${call} is called`);
  recording.segments?.started(promise, call, site);
  return promise;
}

/** Calls a function at any later moment. */
export function happensLater(world: World, what: string, event: () => void): void {
  eventsOf(world)(() => {
    tellStep(world, what);
    event();
  });
}

function service(world: World, stub: Stub, self: unknown, name: string, settings: OutsideSettings): Stub {
  return addSelfNoting((...parameters: unknown[]) => {
    const act = (): unknown => {
      noting.called(stub, parameters);
      return stub.apply(self, parameters);
    };
    return startCall(world, callInWords(name, parameters), act, settings).promise;
  });
}
