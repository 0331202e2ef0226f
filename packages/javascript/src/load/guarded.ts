import { reachesShared } from '../memory/within.js';
import { current } from '../world/current.js';
import { noteEffect } from '../world/effects.js';
import { isObject, isPlainObject } from '../world/is-object.js';
import { planted } from '../world/planted.js';
import { foreignCalls, noteUnseen } from '../world/unseen.js';
import { unsupported } from '../world/unsupported.js';

/** A module that is not instrumented. */
export interface Foreigner {
  readonly name: string;
  /** Why it is not: `which is …`. */
  readonly why: string;
  /** What to do about it. */
  readonly hint: string;
}

/** A module that Node loads exists once per process, and so does its guard. */
const guards = new WeakMap<object, object>();
const behind = new WeakMap<object, object>();

/**
 * What a module that is not instrumented exports. It must not get shared memory: its accesses would be invisible, and
 * the check would report it as safe. Nor is it known what it does with any other object that passes between it and
 * instrumented code, in either direction: it may keep it, and find shared memory there later. Only primitive values,
 * and its own functions, say nothing. Checks of the end may pass it anything.
 */
export function guarded<T>(exported: T, from: Foreigner): T {
  if (typeof exported !== 'function' && !isPlainObject(exported) && !isNamespace(exported)) return exported;
  const known = guards.get(exported);
  if (known !== undefined) return known as T;
  const guard = new Proxy<object>(exported, {
    apply: (target, self: unknown, args: readonly unknown[]) => {
      handOver([...args, isObject(self) && behind.has(self) ? undefined : self], from);
      noteEffect();
      const result = abroad((): unknown => Reflect.apply(target as () => unknown, own(self), args.map(own)));
      return received(result, from);
    },
    construct: (target, args, newTarget: object) => {
      handOver(args, from);
      noteEffect();
      const maker = own(newTarget) as new () => object;
      const made = abroad((): unknown => Reflect.construct(target as new () => object, args.map(own), maker));
      return received(made, from) as object;
    },
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (mustStay(target, key)) noteObject(value, from);
      return mustStay(target, key) ? value : received(value, from);
    },
    set: (target, key, value) => {
      handOver([value], from);
      return Reflect.set(target, key, own(value));
    },
    defineProperty: (target, key, property) => {
      handOver(valuesOf(property), from);
      return Reflect.defineProperty(target, key, property);
    },
    getPrototypeOf: (target) => {
      const prototype = Reflect.getPrototypeOf(target);
      if (prototype !== Function.prototype && prototype !== Object.prototype) noteObject(prototype, from);
      return prototype;
    },
    getOwnPropertyDescriptor: (target, key) => {
      const property = Reflect.getOwnPropertyDescriptor(target, key);
      for (const each of valuesOf(property ?? {})) noteObject(each, from);
      return property;
    },
  });
  guards.set(exported, guard);
  behind.set(guard, exported);
  return guard as T;
}

/** The value of a property, or its getter and setter. */
function valuesOf(property: PropertyDescriptor): readonly unknown[] {
  return ['value', 'get', 'set'].map((each): unknown => Reflect.get(property, each));
}

/** The exports of an ES module. */
function isNamespace(value: unknown): value is object {
  return isObject(value) && Reflect.get(value, Symbol.toStringTag) === 'Module';
}

function abroad<T>(call: () => T): T {
  foreignCalls.depth++;
  try {
    return call();
  } finally {
    foreignCalls.depth--;
  }
}

/** The package gets what is its own as it is. */
function own<T>(value: T): T {
  return isObject(value) ? ((behind.get(value) as T | undefined) ?? value) : value;
}

/** A proxy must return its exact value. */
function mustStay(target: object, key: PropertyKey): boolean {
  const property = Object.getOwnPropertyDescriptor(target, key);
  return property?.configurable === false && property.writable === false;
}

/** Is instrumented code running whose accesses matter? */
function isWatched(): boolean {
  return current.world !== undefined && current.world.role.kind !== 'after';
}

/** Instrumented code passes these on, and whatever it has put where the module may find it. */
function handOver(values: readonly unknown[], from: Foreigner): void {
  if (!isWatched()) return;
  const objects = [...values, ...planted()].filter((value) => isObject(value) && !behind.has(value));
  if (objects.length === 0) return;
  if (reachesShared(objects)) {
    throw unsupported(
      `shared memory is given to ${from.name}, ${from.why}: what it does there would not be seen`,
      from.hint,
    );
  }
  note('is given an object', from);
}

/** Instrumented code gets this. */
function received(value: unknown, from: Foreigner): unknown {
  if (!isWatched() || !isObject(value)) return value;
  const guard = guarded(value, from);
  if (guard === value) noteObject(value, from);
  return guard;
}

function noteObject(value: unknown, from: Foreigner): void {
  if (isWatched() && isObject(value)) note('hands out an object', from);
}

function note(what: string, { name, why, hint }: Foreigner): void {
  noteUnseen(`${name}, ${why}, ${what}`, hint);
}
