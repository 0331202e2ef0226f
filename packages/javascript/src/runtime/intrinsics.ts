import { isObject } from '../world/objects/is-object.js';
import { WITH_UNNAMED_PROTOTYPES } from '../world/objects/unnamed-prototypes.js';

let found: Map<object, string> | undefined;

/** Returns the functions of the language, each with the name of its global object or class. */
export function intrinsics(): ReadonlyMap<object, string> {
  if (found !== undefined) return found;
  found = new Map();
  for (const name of NAMES) {
    const value: unknown = Reflect.get(globalThis, name);
    if (isObject(value)) collect(value, name, found);
  }
  for (const prototype of HIDDEN) {
    for (let at: object | null = prototype; at !== null && at !== Object.prototype; at = Reflect.getPrototypeOf(at))
      collect(at, 'Iterator', found);
  }
  return found;
}

const NAMES =
  'Object Function Array String Number Boolean Symbol BigInt Math JSON Reflect Atomics Map Set WeakMap WeakSet WeakRef FinalizationRegistry Promise Proxy RegExp Date Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError ArrayBuffer SharedArrayBuffer DataView Intl Iterator WebAssembly DisposableStack AsyncDisposableStack SuppressedError Temporal Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array BigInt64Array BigUint64Array Float16Array Float32Array Float64Array parseInt parseFloat isNaN isFinite decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape structuredClone btoa atob'.split(
    ' ',
  );

/** Prototypes without a global name. */
const HIDDEN: readonly object[] = [
  ...WITH_UNNAMED_PROTOTYPES,
  Reflect.getPrototypeOf(Int8Array.prototype)!,
  Reflect.getPrototypeOf(Int8Array)!,
];

function collect(owner: object, name: string, into: Map<object, string>): void {
  if (into.has(owner) || (typeof owner !== 'function' && visited.has(owner))) return;
  visited.add(owner);
  if (typeof owner === 'function') into.set(owner, name);
  for (const key of Reflect.ownKeys(owner)) {
    const value: unknown = Reflect.getOwnPropertyDescriptor(owner, key)?.value;
    if (isObject(value)) collect(value, name, into);
  }
}

const visited = new Set<object>();
