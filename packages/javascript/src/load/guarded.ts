import { reachesShared } from '../memory/views/find-shared-memory.js';
import type { Change } from '../world/objects/common-objects.js';
import { CommonState } from '../world/objects/common-objects.js';
import { current } from '../world/running/current.js';
import { noteEffect } from '../world/time/effects.js';
import { isObject, isPlainObject } from '../world/objects/is-object.js';
import { planted } from '../world/objects/planted.js';
import { foreignCalls, noteUnseen } from '../world/running/unseen.js';
import { unguarded } from '../world/context/unguarded.js';
import { unsupported } from '../world/running/unsupported.js';

/** A module that is not instrumented. */
export interface Foreigner {
  readonly name: string;
  /** Why it is not instrumented: `which is …`. */
  readonly why: string;
  /** Advice to the user. */
  readonly hint: string;
  /** Whether all code can reach the guarded object, so that code that is not instrumented uses it, too. */
  readonly isCommon?: boolean;
}

/** Guards by guarded object. A module that Node loads exists once per process, and so does its guard. */
const guards = new WeakMap<object, object>();
const behind = new WeakMap<object, object>();

/**
 * Guards the exports of a module that is not instrumented. The module must not get shared memory: its accesses would be
 * invisible, and the check would report it as safe. The effect of any other object that passes between the module and
 * instrumented code, in either direction, is unknown as well: the module may keep the object and find shared memory in
 * it later. Only primitive values and the module's own functions are harmless. Checks at the end may pass any value to
 * it.
 */
export function guarded<T>(exported: T, from: Foreigner): T {
  if (typeof exported !== 'function' && !isPlainObject(exported) && !isNamespace(exported)) return exported;
  const known = guards.get(exported);
  if (known !== undefined) return known as T;
  const guard = new Proxy<object>(exported, {
    apply: (target, self: unknown, args: readonly unknown[]) => {
      if (isAmongItself(from)) return Reflect.apply(target as () => unknown, self, args) as unknown;
      handOver([...args, isObject(self) && behind.has(self) ? undefined : self], from);
      noteEffect();
      const result = abroad((): unknown => Reflect.apply(target as () => unknown, own(self), args.map(own)), from);
      return received(result, from);
    },
    construct: (target, args, newTarget: object) => {
      if (isAmongItself(from)) return Reflect.construct(target as () => void, args, newTarget as () => void) as object;
      handOver(args, from);
      noteEffect();
      const maker = own(newTarget) as new () => object;
      const made = abroad((): unknown => Reflect.construct(target as new () => object, args.map(own), maker), from);
      return received(made, from) as object;
    },
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (isAmongItself(from)) return value;
      if (mustStay(target, key)) noteObject(value, from);
      return mustStay(target, key) ? value : received(value, from);
    },
    set: (target, key, value) => {
      if (isAmongItself(from)) return Reflect.set(target, key, value);
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

/** Returns the value of a property, or its getter and setter. */
function valuesOf(property: PropertyDescriptor): readonly unknown[] {
  return ['value', 'get', 'set'].map((each): unknown => Reflect.get(property, each));
}

/** Returns whether the value is the namespace object of an ES module. */
function isNamespace(value: unknown): value is object {
  return isObject(value) && Reflect.get(value, Symbol.toStringTag) === 'Module';
}

function abroad<T>(call: () => T, from: Foreigner): T {
  if (foreignCalls.depth > 0) return call();
  const before = CommonState.now();
  foreignCalls.depth++;
  try {
    return call();
  } finally {
    foreignCalls.depth--;
    guardChanges(before, from);
  }
}

/** True while Fencepost examines passed values. Function calls then come from Fencepost's own code. */
let isExamining = false;

/** Returns whether code that is not instrumented, or Fencepost's own code, uses an object that all code can reach. */
function isAmongItself(from: Foreigner): boolean {
  return from.isCommon === true && (foreignCalls.depth > 0 || isExamining);
}

/**
 * Guards the changes that a module has made to common objects. Modules that are not instrumented also provide functions
 * where all code can reach them: as globals, and in classes of the language. These are guarded like exports.
 */
export function guardChanges(before: CommonState, from: Foreigner): void {
  const common = { ...from, isCommon: true };
  for (const change of before.changes()) {
    if (!guardChange(change, common))
      unguarded.add(`${from.name}, ${from.why}, adds ${String(change.key)} to all code`);
  }
}

/** Guards one change. Returns false if that is impossible. */
function guardChange({ object, key, property }: Change, from: Foreigner): boolean {
  const guardOf = <T>(value: T): T => (isObject(value) && behind.has(value) ? value : guarded(value, from));
  const { writable, enumerable, configurable } = property;
  const [value, get, set] = valuesOf(property);
  if (get !== undefined || set !== undefined) {
    const accessors: object = { get: guardOf(get), set: guardOf(set) };
    return configurable === true && Reflect.defineProperty(object, key, accessors);
  }
  if (!isObject(value)) return true;
  const guard = guardOf(value);
  if (guard !== value || behind.has(value)) return Reflect.defineProperty(object, key, { value: guard });
  if (configurable !== true) return false;
  let now: unknown = value;
  const read = (): unknown => {
    if (!isAmongItself(from)) noteObject(now, from);
    return now;
  };
  const write = (next: unknown): void => {
    now = next;
  };
  const accessors: object = { get: read, set: writable === true ? write : undefined, enumerable };
  return Reflect.defineProperty(object, key, accessors);
}

/** Returns the object behind a guard: the package gets its own objects without guards. */
function own<T>(value: T): T {
  return isObject(value) ? ((behind.get(value) as T | undefined) ?? value) : value;
}

/** Returns whether a proxy must return exactly the property's value. */
function mustStay(target: object, key: PropertyKey): boolean {
  const property = Object.getOwnPropertyDescriptor(target, key);
  return property?.configurable === false && property.writable === false;
}

/** Returns whether instrumented code is running whose accesses matter. */
function isWatched(): boolean {
  return current.world !== undefined && current.world.role.kind !== 'after';
}

/**
 * Examines values that instrumented code passes to the module, and all objects it has stored where the module may find
 * them.
 */
function handOver(values: readonly unknown[], from: Foreigner): void {
  if (!isWatched()) return;
  isExamining = true;
  try {
    examine(values, from);
  } finally {
    isExamining = false;
  }
}

function examine(values: readonly unknown[], from: Foreigner): void {
  const objects = [...values, ...planted()].filter((value) => isObject(value) && !behind.has(value));
  if (objects.length === 0) return;
  if (reachesShared(objects)) {
    throw unsupported(
      `shared memory is given to ${from.name}, ${from.why}: its accesses would not be observed`,
      from.hint,
    );
  }
  note('is given an object', from);
}

/** Returns a value from the module as instrumented code gets it: guarded or noted. */
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
