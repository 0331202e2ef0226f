import { EventEmitter } from '#host/emitter';
import { modules } from '#host/modules';
import { platform } from '#host/platform';
import { isObject } from './is-object.js';
import { WITH_UNNAMED_PROTOTYPES } from './unnamed-prototypes.js';

/** Node modules that packages often extend. */
const EXTENDED = 'assert buffer events fs os path querystring stream string_decoder url util'.split(' ');

/** Prototypes without a global name. */
const HIDDEN: readonly unknown[] = [
  ...WITH_UNNAMED_PROTOTYPES,
  (async () => {})(), // eslint-disable-line @typescript-eslint/no-empty-function -- of its prototype
];

/** Maximum depth of the search for classes: `Intl.NumberFormat`. */
const DEPTH = 1;

let found: readonly object[] | undefined;

/**
 * Returns the objects accessible to all code of the process: the global object, classes of the language and of Node
 * with their prototypes, and objects like `Reflect`. Those of the language are not enumerable.
 */
function commonObjects(): readonly object[] {
  if (found !== undefined) return found;
  const objects = new Set<object>([globalThis, platform.process]);
  const add = (value: unknown, depth: number): void => {
    if (!isObject(value) || objects.has(value)) return;
    if (typeof value === 'function' && !Object.hasOwn(value, 'prototype')) return;
    objects.add(value);
    add(Reflect.getPrototypeOf(value), depth);
    add(valueOf(value, 'prototype'), depth);
    if (depth === 0) return;
    for (const key of Reflect.ownKeys(value)) {
      const part = valueOf(value, key);
      if (typeof part === 'function') add(part, depth - 1);
    }
  };
  for (const key of Reflect.ownKeys(globalThis)) {
    if (!Object.prototype.propertyIsEnumerable.call(globalThis, key)) add(valueOf(globalThis, key), DEPTH);
  }
  for (const value of [Reflect.get(globalThis, 'Buffer'), EventEmitter]) add(value, DEPTH);
  for (const value of [globalThis, platform.process, ...HIDDEN]) addPrototypes(value, objects);
  for (const name of EXTENDED) if (modules.isBuiltin(name)) add(exportsOf(name), 0);
  found = [...objects];
  return found;
}

function addPrototypes(value: unknown, to: Set<object>): void {
  for (let at = Reflect.getPrototypeOf(value as object); at !== null; at = Reflect.getPrototypeOf(at)) to.add(at);
}

function exportsOf(name: string): unknown {
  try {
    return modules.exportsOf(name);
  } catch {
    return undefined; // in a browser
  }
}

function valueOf(object: object, key: PropertyKey): unknown {
  return Reflect.getOwnPropertyDescriptor(object, key)?.value;
}

/** A property that is new, or has another value. */
export interface Change {
  readonly object: object;
  readonly key: PropertyKey;
  readonly property: PropertyDescriptor;
}

type Properties = Readonly<Record<PropertyKey, unknown>>;

/** A snapshot of the common objects. */
export class CommonState {
  private static last: CommonState | undefined;
  private readonly parts = commonObjects().map((object) => new Part(object));

  /**
   * Returns the current state. Called at each call of a function that is not instrumented, so an unchanged snapshot is
   * reused.
   */
  static now(): CommonState {
    if (this.last?.isIntact !== true) this.last = new CommonState();
    return this.last;
  }

  private get isIntact(): boolean {
    for (const part of this.parts) if (!part.isIntact) return false;
    return true;
  }

  /** Returns the changes since the snapshot, except for values that were among the old ones. */
  changes(): readonly Change[] {
    if (this.isIntact) return [];
    const known = new Set(this.parts.flatMap(({ values }) => values));
    return this.parts
      .flatMap((part) => part.changes())
      .filter(({ property }) => !('value' in property) || !known.has(property.value));
  }
}

/** The properties of an object. */
class Part {
  readonly values: unknown[] = [];
  private readonly object: Properties;
  private readonly keys: PropertyKey[] = [];
  private readonly accessors = new Map<PropertyKey, PropertyDescriptor>();

  constructor(object: object) {
    this.object = object as Properties;
    for (const key of Reflect.ownKeys(object)) {
      const property = Reflect.getOwnPropertyDescriptor(object, key)!;
      if ('value' in property) {
        this.keys.push(key);
        this.values.push(property.value);
      } else {
        this.accessors.set(key, property);
      }
    }
  }

  get isIntact(): boolean {
    try {
      return this.isSame();
    } catch {
      return false; // an accessor has thrown
    }
  }

  /**
   * Returns whether all properties are unchanged. A property that has become an accessor is compared by the value it
   * returns.
   */
  private isSame(): boolean {
    const { object, keys, values, accessors } = this;
    // If the number of keys is unchanged and all old keys exist, none was added.
    if (Reflect.ownKeys(object).length !== keys.length + accessors.size) return false;
    for (let i = 0; i < keys.length; i++) if (!Object.is(object[keys[i]!], values[i])) return false;
    for (const [key, before] of accessors) {
      const now = Reflect.getOwnPropertyDescriptor(object, key);
      if (now?.get !== before.get || now?.set !== before.set) return false;
    }
    return true;
  }

  changes(): readonly Change[] {
    if (this.isIntact) return [];
    return Reflect.ownKeys(this.object).flatMap((key): Change[] => {
      const property = Reflect.getOwnPropertyDescriptor(this.object, key)!;
      const before = this.accessors.get(key);
      const at = before === undefined ? this.keys.indexOf(key) : -1;
      const isSame =
        before === undefined
          ? at !== -1 && 'value' in property && Object.is(property.value, this.values[at])
          : before.get === property.get && before.set === property.set;
      return isSame ? [] : [{ object: this.object, key, property }];
    });
  }
}
