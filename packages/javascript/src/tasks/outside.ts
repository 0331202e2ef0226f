import { FencepostError } from '@fencepost/core';
import { text } from '#host/text';
import { ModelPromise } from '../async/promise.js';
import { keepingFrame } from '../async/frames.js';
import { guard } from '../world/running/guard.js';
import { current } from '../world/running/current.js';
import { isObject } from '../world/objects/is-object.js';
import type { World } from '../world/running/world.js';
import { noting, recording } from '../world/time/segments.js';
import { addSelfNoting, addStub } from '../world/objects/self-noting.js';
import { tellStep } from './task.js';

/** A function or an object whose calls return promises. */
export type Outside<T> = T extends (...parameters: infer P) => infer R
  ? (...parameters: P) => Promise<Awaited<R>>
  : {
      readonly [K in keyof T]: T[K] extends (...parameters: infer P) => infer R
        ? (...parameters: P) => Promise<Awaited<R>>
        : T[K];
    };

/** How a service outside the program behaves. */
export interface OutsideSettings {
  /** Name in reports. Default: the name of the function. */
  readonly name?: string;
  /**
   * Whether a call may also fail: it rejects with this error, or any of these, or with an `Error` if `true`. It then had
   * its effect, or not.
   */
  readonly rejects?: boolean | Error | readonly Error[];
  /** Whether a call may also get no answer, ever. It then had its effect, or not. */
  readonly loses?: boolean;
  /**
   * When a call takes effect. `between` (the default): at any moment between call and answer. `call`: at once, even if it
   * fails, so that only the order of answers is explored; for functions without state.
   */
  readonly effect?: 'between' | 'call';
}

/** Longest text of a value in a step. */
const LONGEST = 40;

/** Returns a value as a short text on one line. */
function shown(value: unknown): string {
  const words = text.inspect(value, { breakLength: Infinity, depth: 2, compact: true }).replaceAll('\n', ' ');
  return words.length <= LONGEST ? words : `${words.slice(0, LONGEST - 1)}…`;
}

type Stub = (...parameters: unknown[]) => unknown;

/** Makes a function, or each method of an object, a service outside the program. */
export function outside(world: World, stub: unknown, settings: OutsideSettings): unknown {
  requireKnown(settings);
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

const SETTINGS: readonly string[] = ['name', 'rejects', 'loses', 'effect'] satisfies readonly (keyof OutsideSettings)[];
const EFFECTS: readonly unknown[] = ['between', 'call', undefined];

function requireKnown(settings: OutsideSettings): void {
  const unknown = Object.keys(settings).find((key) => !SETTINGS.includes(key));
  const hint = `settings are ${SETTINGS.join(', ')}`;
  if (unknown !== undefined) throw new FencepostError('USAGE', `t.outside has no setting '${unknown}'`, { hint });
  if (EFFECTS.includes(settings.effect)) return;
  throw new FencepostError('USAGE', `the effect of t.outside cannot be ${shown(settings.effect)}`, {
    hint: "it is 'between' or 'call'",
  });
}

/** Returns a function that expects events; counterexamples show them at this site. */
function laterAt(world: World, site: number): (...ways: readonly (() => void)[]) => void {
  return (...ways) =>
    world.loop.outside.expect(
      ...ways.map((event) =>
        keepingFrame(() => {
          current.site = site;
          event();
        }),
      ),
    );
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
    const later = laterAt(world, site);
    const arrives = (what: string, act: () => void): void =>
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
  laterAt(
    world,
    current.site,
  )(() => {
    tellStep(world, what);
    event();
  });
}

function callInWords(name: string, parameters: readonly unknown[]): string {
  return `${name}(${parameters.map(shown).join(', ')})`;
}

function service(
  world: World,
  stub: Stub,
  self: unknown,
  name: string,
  { rejects = false, loses = false, effect = 'between' }: OutsideSettings,
): Stub {
  const errors = typeof rejects === 'boolean' ? (rejects ? [undefined] : []) : [rejects].flat();
  return addSelfNoting((...parameters: unknown[]) => {
    const call = callInWords(name, parameters);
    const { site } = current;
    const promise = new ModelPromise((resolve, reject) => {
      const later = laterAt(world, site);
      const answer = (value: unknown) => (): void => {
        tellStep(world, `${call} answers ${shown(value)}`);
        resolve(value);
      };
      const fail = (reason: () => unknown) => (): void => {
        tellStep(world, `${call} fails`);
        reject(reason());
      };
      const lose = (): void => tellStep(world, `${call} gets no answer`);
      const faults = [
        ...errors.map((error) => fail(() => error ?? new Error(`${call} fails`))),
        ...(loses ? [lose] : []),
      ];
      const act = (): void => {
        noting.called(stub, parameters);
        const returns = (value: unknown): void => later(answer(value), ...faults);
        const throws = (error: unknown): void => later(fail(() => error));
        let result: unknown;
        try {
          result = stub.apply(self, parameters);
        } catch (error) {
          guard(error);
          throws(error);
          return;
        }
        if (!isObject(result) || !('then' in result)) returns(result);
        else (ModelPromise.resolve(result) as PromiseLike<unknown>).then(addSelfNoting(returns), addSelfNoting(throws));
      };
      tellStep(world, `${call} is called`);
      if (effect === 'call') act();
      else {
        const takeEffect = (): void => {
          tellStep(world, `${call} takes effect`);
          act();
        };
        // A failed call has had no effect, or it has one and no answer.
        later(takeEffect, ...faults);
      }
    });
    recording.segments?.started(promise, call, site);
    return promise;
  });
}
