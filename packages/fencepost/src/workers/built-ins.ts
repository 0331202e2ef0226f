import { subscribe } from 'node:diagnostics_channel';
import { FencepostError } from '@fencepost/core';

// Saved before any checked code runs, which may replace them.
const { ownKeys, getOwnPropertyDescriptor } = Reflect;

type Holder = readonly [name: string, holder: object];

interface BuiltIn {
  readonly holder: Readonly<Record<PropertyKey, unknown>>;
  readonly key: PropertyKey;
  readonly name: string;
  /** The function, or the getter of an accessor. */
  readonly value: unknown;
  readonly isAccessor: boolean;
}

type Keys = ReadonlySet<string | symbol>;

interface SharedProperty {
  readonly holder: object;
  readonly key: PropertyKey;
  readonly value: unknown;
  readonly get: unknown;
}

/** A record of the built-in functions that our own code uses, as they are at its creation. */
export class BuiltIns {
  private all: readonly BuiltIn[] = [];
  /** Objects to which nothing may be added. */
  private holders: readonly Holder[] = HOLDERS;
  /** Those that were extensible. */
  private open: readonly object[] = [];
  /** By holder: its properties. */
  private keys: readonly Keys[] = [];
  /** By holder: its properties before any file was loaded. */
  private firstKeys: readonly Keys[] = [];
  /** The properties of the objects that the front ends share between all files, before any file was loaded. */
  private shared: readonly SharedProperty[] = [];

  constructor() {
    this.recordAll();
    // The front end for JavaScript replaces some of them.
    subscribe('fencepost:built-ins', (shared) => {
      const others = shared as readonly Holder[];
      this.holders = [...HOLDERS, ...others];
      this.shared = others.flatMap(([, holder]) => propertiesOf(holder));
      this.recordAll();
    });
  }

  /** Whether all built-ins are unchanged. */
  get areIntact(): boolean {
    return this.change() === undefined;
  }

  /** Whether a file has changed, in ways that are accepted, what the next file would see. */
  get areOfOneFile(): boolean {
    return (
      this.keys.some((keys, i) => keys !== this.firstKeys[i] && !isSame(keys, this.firstKeys[i]!)) ||
      this.shared.some(({ holder, key, value, get }) => {
        const present = getOwnPropertyDescriptor(holder, key);
        return present?.value !== value || present?.get !== get;
      })
    );
  }

  /**
   * Accepts what modules added to built-ins when they were loaded, such as a polyfill: each execution adds it. What is
   * added later would remain in the executions that follow.
   */
  acceptAdditions(): void {
    // All objects inherit what is added to Object.prototype, so it would look like options that were given.
    this.keys = this.holders.map(([, holder], i) => (holder === Object.prototype ? this.keys[i]! : keysOf(holder)));
  }

  /** Throws if checked code has replaced a built-in: the results of our code rely on it and would be worthless. */
  require(file: string): void {
    const change = this.change();
    if (change !== undefined) throw replacement(change, file);
  }

  /**
   * Replaces an error if checked code has replaced a built-in: the cause is then neither a bug in Fencepost nor the
   * file itself.
   */
  explain(error: unknown, file: string): unknown {
    const change = this.change();
    return change === undefined ? error : replacement(change, file);
  }

  /** Records the current built-ins as the correct ones. */
  private recordAll(): void {
    this.all = [
      ...HOLDERS.flatMap(([name, holder]) =>
        ownKeys(holder).flatMap((key) => builtIn(holder, key, `${name}${shown(key)}`)),
      ),
      ...GLOBALS.flatMap((key) => builtIn(globalThis, key, `globalThis.${key}`)),
    ];
    this.keys = this.holders.map(([, holder]) => keysOf(holder));
    this.firstKeys = this.keys;
    this.open = this.holders.flatMap(([, holder]) => (Object.isExtensible(holder) ? [holder] : []));
  }

  /** Describes how the built-ins were changed; undefined if they were not. Calls no built-in itself. */
  private change(): string | undefined {
    // By index, because the array iterator may have been replaced.
    for (let i = 0; i < this.all.length; i++) {
      const { holder, key, name, value, isAccessor } = this.all[i]!;
      const present = isAccessor ? getOwnPropertyDescriptor(holder, key)?.get : holder[key];
      if (present !== value) return `replaces ${name}, which the checker depends on`;
    }
    return this.otherKeys();
  }

  /** Detects properties that were added or removed, and objects that were frozen. */
  private otherKeys(): string | undefined {
    for (let i = 0; i < this.holders.length; i++) {
      const [name, holder] = this.holders[i]!;
      const known = this.keys[i]!;
      const present = ownKeys(holder);
      let kept = 0;
      for (const key of present) {
        if (known.has(key)) kept++;
        // Other symbols are those of our own front ends.
        else if ((typeof key !== 'symbol' || holder === Object.prototype) && !GROWS.has(`${name}${shown(key)}`))
          return `adds ${shown(key)} to ${name}, which all executions share`;
      }
      if (kept < known.size) {
        const removed = [...known].find((key) => !present.includes(key) && !GROWS.has(`${name}${shown(key)}`));
        if (removed !== undefined) return `removes ${shown(removed)} from ${name}, which all executions share`;
      }
      if (this.open.includes(holder) && !Object.isExtensible(holder))
        return `freezes ${name}, which all executions share`;
    }
    return undefined;
  }
}

function keysOf(holder: object): Keys {
  return new Set(ownKeys(holder));
}

function isSame(keys: Keys, others: Keys): boolean {
  return keys.size === others.size && [...keys].every((key) => others.has(key));
}

function propertiesOf(holder: object): SharedProperty[] {
  return ownKeys(holder).map((key) => {
    const { value, get } = getOwnPropertyDescriptor(holder, key)! as { value?: unknown; get?: unknown };
    return { holder, key, value, get };
  });
}

function builtIn(holder: object, key: PropertyKey, name: string): BuiltIn[] {
  const { get, value } = (getOwnPropertyDescriptor(holder, key) ?? {}) as { get?: unknown; value?: unknown };
  // Node replaces its own global accessors with values.
  const isAccessor = get !== undefined && holder !== globalThis;
  if (HARMLESS.has(name) || (!isAccessor && typeof value !== 'function')) return [];
  return [{ holder: holder as BuiltIn['holder'], key, name, value: isAccessor ? get : value, isAccessor }];
}

function replacement(change: string, file: string): FencepostError {
  return new FencepostError('BUILT_IN_REPLACED', `${file} ${change}`, {
    hint: 'do not modify built-in JavaScript objects while a check runs',
  });
}

/** Tests replace these. Our results do not depend on them, except for when a search gives up. */
const HARMLESS: ReadonlySet<string> = new Set(['Math.random', 'performance.now']);

/** What assertion libraries and Node add. */
const GROWS: ReadonlySet<string> = new Set(['Object.prototype.should', 'Error.prepareStackTrace']);

const ITERATOR = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object;
const GENERATOR = Object.getPrototypeOf(
  Object.getPrototypeOf(
    (function* () {
      yield 0;
    })(),
  ),
) as object;

const CLASSES: readonly { readonly name: string; readonly prototype: unknown }[] = [
  ...[Object, Function, Array, Map, Set, WeakMap, WeakSet, Symbol, String, Number, Boolean, BigInt, Promise, RegExp],
  ...[Error, TypeError, RangeError, SharedArrayBuffer, ArrayBuffer, DataView, Int8Array, Uint8Array, Uint8ClampedArray],
  ...[Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array],
];

const HOLDERS: readonly Holder[] = [
  ...CLASSES.flatMap((each) => [
    [each.name, each] as const,
    [`${each.name}.prototype`, each.prototype as object] as const,
  ]),
  ['TypedArray', Object.getPrototypeOf(Int32Array) as object],
  ['TypedArray.prototype', Object.getPrototypeOf(Int32Array.prototype) as object],
  ['Iterator.prototype', ITERATOR],
  ['ArrayIterator.prototype', Object.getPrototypeOf([][Symbol.iterator]()) as object],
  ['MapIterator.prototype', Object.getPrototypeOf(new Map().entries()) as object],
  ['SetIterator.prototype', Object.getPrototypeOf(new Set().values()) as object],
  ['Generator.prototype', GENERATOR],
  ...(['Math', 'JSON', 'Reflect', 'Atomics', 'performance'] as const).map((name) => [name, globalThis[name]] as const),
];

/**
 * The global functions that our code calls. The list is not complete: Node loads many of its own on first access
 * (`fetch`, streams), which takes longer than a small check. Timers are not included, because tests replace them and no
 * verdict depends on them.
 */
const GLOBALS: readonly string[] = [
  ...CLASSES.map(({ name }) => name),
  ...['AggregateError', 'EvalError', 'ReferenceError', 'SyntaxError', 'URIError'],
  ...['Date', 'Proxy', 'WeakRef', 'FinalizationRegistry', 'Iterator', 'Float16Array'],
  ...['parseFloat', 'parseInt', 'isFinite', 'isNaN', 'eval'],
  ...['decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'unescape'],
  ...['URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder', 'structuredClone', 'queueMicrotask'],
  ...['AbortController', 'AbortSignal', 'Event', 'EventTarget', 'MessageChannel', 'MessagePort', 'DOMException'],
];

function shown(key: PropertyKey): string {
  return typeof key === 'symbol' ? `[${key.description ?? ''}]` : `.${String(key)}`;
}
