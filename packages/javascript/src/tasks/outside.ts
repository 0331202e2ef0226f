import { text } from '#host/text';
import { ModelPromise } from '../async/promise.js';
import { keepingFrame } from '../async/frames.js';
import { current } from '../world/running/current.js';
import { isObject } from '../world/objects/is-object.js';
import type { World } from '../world/running/world.js';
import { noting, recording } from '../world/time/segments.js';
import { addSelfNoting, addStub } from '../world/objects/self-noting.js';
import { tellStep } from './task.js';

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
   * When a call takes effect. `between` (the default): at any moment between call and answer. `call`: at once, so that
   * only the order of answers is explored; for functions without state.
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
  const services = new Proxy(stub, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver);
      if (typeof value !== 'function' || typeof key === 'symbol') return value;
      const name = settings.name === undefined ? key : `${settings.name}.${key}`;
      return service(world, value as Stub, target, name, settings);
    },
  });
  return addStub(services, stub);
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

function service(
  world: World,
  stub: Stub,
  self: unknown,
  name: string,
  { rejects = false, loses = false, effect = 'between' }: OutsideSettings,
): Stub {
  const errors = typeof rejects === 'boolean' ? (rejects ? [undefined] : []) : [rejects].flat();
  return addSelfNoting((...parameters: unknown[]) => {
    const call = `${name}(${parameters.map(shown).join(', ')})`;
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
        const result = new ModelPromise((settle) => settle(stub.apply(self, parameters))) as PromiseLike<unknown>;
        result.then(
          addSelfNoting((value: unknown) => later(answer(value), ...faults)),
          addSelfNoting((error: unknown) => later(fail(() => error))),
        );
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
