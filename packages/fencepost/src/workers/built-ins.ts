import { subscribe } from 'node:diagnostics_channel';
import { FencepostError } from '@fencepost/core';

// Taken before any checked code runs, which may replace them.
const { ownKeys, getOwnPropertyDescriptor } = Reflect;

interface BuiltIn {
  readonly holder: Readonly<Record<PropertyKey, unknown>>;
  readonly key: PropertyKey;
  readonly name: string;
  /** A function; what gives the value, of an accessor. */
  readonly value: unknown;
  readonly isAccessor: boolean;
}

/** The functions of the language that our own code uses, as they are now. */
export class BuiltIns {
  private all: readonly BuiltIn[] = [];
  private keysOfAll: readonly PropertyKey[] = [];

  constructor() {
    this.recordAll();
    // The front end for JavaScript replaces some.
    subscribe('fencepost:built-ins', () => this.recordAll());
  }

  /** They are as they should be. */
  get areIntact(): boolean {
    return this.change() === undefined;
  }

  /** What our code has found out is worth nothing if checked code has replaced what that relies on: throws, then. */
  require(file: string): void {
    const change = this.change();
    if (change !== undefined) throw replacement(change, file);
  }

  /** Nor is an error a bug of ours, or what it says of the file true. */
  explain(error: unknown, file: string): unknown {
    const change = this.change();
    return change === undefined ? error : replacement(change, file);
  }

  /** From now on, they are as they should be. */
  private recordAll(): void {
    this.all = [
      ...HOLDERS.flatMap(([name, holder]) =>
        ownKeys(holder).flatMap((key) => builtIn(holder, key, `${name}${shown(key)}`)),
      ),
      ...GLOBALS.flatMap((key) => builtIn(globalThis, key, `globalThis.${key}`)),
    ];
    this.keysOfAll = ownKeys(Object.prototype);
  }

  /** What has been done to them; undefined: nothing. No built-in is called meanwhile. */
  private change(): string | undefined {
    // By number: the iterator of arrays may have been replaced.
    for (let i = 0; i < this.all.length; i++) {
      const { holder, key, name, value, isAccessor } = this.all[i]!;
      const present = isAccessor ? getOwnPropertyDescriptor(holder, key)?.get : holder[key];
      if (present !== value) return `replaces ${name}`;
    }
    return this.addition();
  }

  /** All objects inherit what is added to `Object.prototype`, so it would look like an option that was given. */
  private addition(): string | undefined {
    const keys = ownKeys(Object.prototype);
    for (let i = 0; i < keys.length; i++) {
      const isKnown = i < this.keysOfAll.length && keys[i] === this.keysOfAll[i];
      if (!isKnown && keys[i] !== ASSERTIONS) return `adds ${shown(keys[i]!)} to Object.prototype`;
    }
    return undefined;
  }
}

function builtIn(holder: object, key: PropertyKey, name: string): BuiltIn[] {
  const { get, value } = (getOwnPropertyDescriptor(holder, key) ?? {}) as { get?: unknown; value?: unknown };
  // Node replaces its own global accessors by values.
  const isAccessor = get !== undefined && holder !== globalThis;
  if (HARMLESS.has(name) || (!isAccessor && typeof value !== 'function')) return [];
  return [{ holder: holder as BuiltIn['holder'], key, name, value: isAccessor ? get : value, isAccessor }];
}

function replacement(change: string, file: string): FencepostError {
  return new FencepostError('BUILT_IN_REPLACED', `${file} ${change}, which the check itself relies on`, {
    hint: 'leave the built-in objects of JavaScript as they are',
  });
}

/** Tests replace these, and of what our code finds out, nothing depends on them but when it gives up. */
const HARMLESS: ReadonlySet<string> = new Set(['Math.random', 'performance.now']);

/** What libraries for assertions add to all objects. */
const ASSERTIONS = 'should';

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

const HOLDERS: readonly (readonly [name: string, holder: object])[] = [
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
 * The global functions that our code calls. Not all there are: Node loads many of its own when they are first looked at
 * (`fetch`, streams), which takes longer than a small check. Tests replace timers, on which no verdict depends.
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
