import { types } from '#host/types';
import { current } from '../../world/running/current.js';
import { defineGlobal } from '../../world/objects/global-names.js';
import { unsupported } from '../../world/running/unsupported.js';
import { indexOfKey, propertyKey, readElement, writeElement } from '../views/visible-accesses.js';
import type { Native } from '../views/replace.js';
import { callNative, constructNative, method, replace } from '../views/replace.js';
import type { SharedView } from '../views/views.js';
import { shared } from '../views/views.js';

/** An element of a shared typed array accessed by a native. */
interface Place {
  readonly view: SharedView;
  readonly index: number;
}

function placeOf(object: unknown, key: unknown): Place | undefined {
  const view = shared(object);
  if (view?.kind === undefined) return undefined;
  const index = indexOfKey(propertyKey(key));
  return index === undefined ? undefined : { view, index };
}

function describe({ view, index }: Place): PropertyDescriptor | undefined {
  const value = readElement(view, index);
  return value === undefined ? undefined : { value, writable: true, enumerable: true, configurable: true };
}

function describeAll(object: object): Record<PropertyKey, PropertyDescriptor> {
  const found: Record<PropertyKey, PropertyDescriptor> = {};
  for (const key of Reflect.ownKeys(object)) {
    const place = placeOf(object, key);
    const descriptor = place === undefined ? Object.getOwnPropertyDescriptor(object, key) : describe(place);
    if (descriptor !== undefined) found[key] = descriptor;
  }
  return found;
}

/** Returns whether a typed array accepts this definition of an element. */
function definable({ view, index }: Place, property: PropertyDescriptor): boolean {
  const isThere = index >= 0 && index < view.length && Number.isInteger(index);
  const isData = !('get' in property) && !('set' in property);
  const stays = (['configurable', 'enumerable', 'writable'] as const).every((name) => property[name] !== false);
  return isThere && isData && stays;
}

function defineElement(place: Place, property: PropertyDescriptor): void {
  if ('value' in property) writeElement(place.view, place.index, property.value);
}

function replaceDescriptors(): void {
  for (const owner of [Object, Reflect]) {
    replace(owner, 'getOwnPropertyDescriptor', (_native, _self, [object, key]) => {
      const place = placeOf(object, key);
      return place && { result: describe(place) };
    });
    replace(owner, 'defineProperty', (_native, _self, [object, key, property]) => {
      const place = placeOf(object, key);
      if (place === undefined || !definable(place, Object(property) as PropertyDescriptor)) return undefined;
      defineElement(place, property as PropertyDescriptor);
      return { result: owner === Object ? object : true };
    });
  }
  replace(Object, 'getOwnPropertyDescriptors', (_native, _self, [object]) => {
    return shared(object)?.kind === undefined ? undefined : { result: describeAll(object as object) };
  });
  replace(Object, 'defineProperties', (_native, _self, [object, properties]) => {
    if (shared(object)?.kind === undefined) return undefined;
    const given = Object(properties) as Record<PropertyKey, PropertyDescriptor>;
    for (const key of Reflect.ownKeys(given)) {
      if (Object.prototype.propertyIsEnumerable.call(given, key)) {
        Object.defineProperty(object as object, key, given[key]!);
      }
    }
    return { result: object };
  });
}

function replaceReflect(): void {
  // A typed array ignores the receiver of a read.
  replace(Reflect, 'get', (_native, _reflect, [object, key]) => {
    const place = placeOf(object, key);
    return place && { result: readElement(place.view, place.index) };
  });
  replace(Reflect, 'set', (_native, _reflect, [object, key, value, ...rest]) => {
    const receiver: unknown = rest.length > 0 ? rest[0] : object;
    const place = placeOf(object, key);
    if (receiver === object) {
      if (place !== undefined) writeElement(place.view, place.index, value);
      return place && { result: true };
    }
    if (place !== undefined && types.isProxy(receiver)) {
      return { result: Reflect.defineProperty(receiver as object, propertyKey(key), { value }) };
    }
    if (place === undefined && placeOf(receiver, key) === undefined) return undefined;
    throw unsupported('Reflect.set is called for an element of shared memory, with another receiver');
  });
}

/** Wraps an object that becomes a prototype: natives would read elements inherited from a view invisibly. */
export function proto<T>(object: T): T {
  if (current.world === undefined || shared(object)?.kind === undefined) return object;
  return new Proxy(object as object, visibleHandler({})) as T;
}

function replacePrototypes(): void {
  const given = (owner: object, name: string, position: number): void =>
    replace(owner, name, (native, self, args) => {
      return { result: callNative(native, self, args.with(position, proto(args[position]))) };
    });
  given(Object, 'create', 0);
  given(Object, 'setPrototypeOf', 1);
  given(Reflect, 'setPrototypeOf', 1);
  const accessor = Object.getOwnPropertyDescriptor(Object.prototype, '__proto__')!;
  const native = Reflect.get(accessor, 'set') as Native;
  const set = method((self, [object]) => callNative(native, self, [proto(object)]));
  Object.defineProperty(Object.prototype, '__proto__', { ...accessor, set });
}

/** Returns the traps for a proxy of a shared view; the defaults are replaced natives. */
function visibleHandler(handler: object): object {
  const defaults: Readonly<Record<string, unknown>> = {
    get: Reflect.get,
    set: Reflect.set,
    getOwnPropertyDescriptor: Reflect.getOwnPropertyDescriptor,
    defineProperty: Reflect.defineProperty,
  };
  return new Proxy(handler, {
    get: (given, trap) => (Reflect.get(given, trap) as unknown) ?? defaults[String(trap)],
  });
}

const isView = (target: unknown): boolean => current.world !== undefined && shared(target)?.kind !== undefined;

/** `Proxy` of instrumented code. */
const WorldProxy: ProxyConstructor = new Proxy(Proxy, {
  construct: (native, [target, handler]: readonly unknown[], newTarget) => {
    const given = isView(target) ? visibleHandler(handler as object) : handler;
    return constructNative(native, [target, given], newTarget === WorldProxy ? native : newTarget) as object;
  },
  get: (native, key) => (key === 'revocable' ? revocable : (Reflect.get(native, key) as unknown)),
});

function revocable(target: object, handler: object): unknown {
  return callNative(Proxy.revocable.bind(Proxy) as () => unknown, undefined, [
    target,
    isView(target) ? visibleHandler(handler) : handler,
  ]);
}
defineGlobal('Proxy', WorldProxy);

/** Replaces natives that access properties of arbitrary objects. */
export function replaceReflection(): void {
  replaceDescriptors();
  replaceReflect();
  replacePrototypes();
}
