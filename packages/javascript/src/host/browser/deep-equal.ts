import { isObject } from '../../world/objects/is-object.js';
import { types } from './types.js';

/** Pairs that are being compared. Cycles are equal to cycles of the same shape. */
type Pairs = readonly (readonly [unknown, unknown])[];

const textOf = (value: unknown): string => Object.prototype.toString.call(value);

/** Implements Node's `util.isDeepStrictEqual`, or `assert.deepEqual` if not strict. */
export function isDeepEqual(a: unknown, b: unknown, strict: boolean, above: Pairs = []): boolean {
  if (Object.is(a, b)) return true;
  if (!isObject(a) || !isObject(b)) return !strict && areLooselyEqual(a, b);
  if (typeof a === 'function' || typeof b === 'function') return false;
  if (strict && Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  if (textOf(a) !== textOf(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  if (above.some(([x, y]) => x === a && y === b)) return true;
  const pairs = [...above, [a, b]] as const;
  return haveEqualContents(a, b, strict, pairs) && haveEqualProperties(a, b, strict, pairs);
}

function areLooselyEqual(a: unknown, b: unknown): boolean {
  if (isObject(a) || isObject(b)) return false;
  // eslint-disable-next-line eqeqeq -- loose equality is intended
  return a == b || (Number.isNaN(a) && Number.isNaN(b));
}

/** Compares the content of the objects that is not stored in properties. */
function haveEqualContents(a: object, b: object, strict: boolean, pairs: Pairs): boolean {
  // Objects may claim to be of a class to which they do not belong.
  if (types.isMap(a) !== types.isMap(b) || types.isSet(a) !== types.isSet(b)) return false;
  if (types.isDate(a)) return types.isDate(b) && Object.is(a.getTime(), b.getTime());
  if (types.isRegExp(a)) {
    return types.isRegExp(b) && a.source === b.source && a.flags === b.flags && a.lastIndex === b.lastIndex;
  }
  if (types.isNativeError(a)) {
    return (
      types.isNativeError(b) && a.name === b.name && a.message === b.message && areEqualHidden(a, b, strict, pairs)
    );
  }
  if (types.isBoxedPrimitive(a)) return types.isBoxedPrimitive(b) && Object.is(a.valueOf(), b.valueOf());
  if (types.isArrayBuffer(a) || types.isSharedArrayBuffer(a)) return areEqualBytes(new Uint8Array(a), asBytes(b));
  if (types.isDataView(a)) return types.isDataView(b) && areEqualBytes(viewed(a), viewed(b));
  if (types.isTypedArray(a)) return true; // its elements are compared as properties
  if (types.isSet(a))
    return types.isSet(b) && a.size === b.size && [...a].every((each) => hasEqual(b, each, strict, pairs));
  if (types.isMap(a)) return types.isMap(b) && a.size === b.size && areEqualMaps(a, b, strict, pairs);
  return true;
}

function areEqualHidden(a: Error, b: Error, strict: boolean, pairs: Pairs): boolean {
  return (['cause', 'errors'] as const).every((name) => {
    const isIn = Object.hasOwn(a, name);
    if (isIn !== Object.hasOwn(b, name)) return false;
    return !isIn || isDeepEqual(Reflect.get(a, name), Reflect.get(b, name), strict, pairs);
  });
}

const viewed = (view: ArrayBufferView): Uint8Array => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
const asBytes = (buffer: object): Uint8Array => new Uint8Array(buffer as ArrayBuffer);

function areEqualBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

function hasEqual(set: ReadonlySet<unknown>, value: unknown, strict: boolean, pairs: Pairs): boolean {
  return set.has(value) || [...set].some((each) => isDeepEqual(value, each, strict, pairs));
}

function areEqualMaps(
  a: ReadonlyMap<unknown, unknown>,
  b: ReadonlyMap<unknown, unknown>,
  strict: boolean,
  pairs: Pairs,
): boolean {
  return [...a].every(([key, value]) => {
    if (b.has(key) && isDeepEqual(value, b.get(key), strict, pairs)) return true;
    if (!isObject(key) && strict) return false;
    return [...b].some(
      ([other, found]) => isDeepEqual(key, other, strict, pairs) && isDeepEqual(value, found, strict, pairs),
    );
  });
}

/** Compares enumerable own properties, including symbols if strict. */
function haveEqualProperties(a: object, b: object, strict: boolean, pairs: Pairs): boolean {
  if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length) return false;
  const [keys, others] = [keysOf(a, strict), keysOf(b, strict)];
  if (keys.length !== others.length) return false;
  return keys.every(
    (key) =>
      Object.prototype.propertyIsEnumerable.call(b, key) &&
      isDeepEqual(Reflect.get(a, key), Reflect.get(b, key), strict, pairs),
  );
}

function keysOf(object: object, strict: boolean): PropertyKey[] {
  const symbols = strict ? Object.getOwnPropertySymbols(object) : [];
  return [
    ...Object.keys(object),
    ...symbols.filter((symbol) => Object.prototype.propertyIsEnumerable.call(object, symbol)),
  ];
}
