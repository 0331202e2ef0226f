import type { Types } from '../host.js';
import { isProxy } from './realm.js';

/* Original functions, because programs and Fencepost may replace them. */
const { apply } = Reflect;
const textOf = Reflect.get(Object.prototype, 'toString');
const isError = Reflect.get(Error, 'isError') as ((value: unknown) => boolean) | undefined;
const NativePromise = Promise;
const NativeRegExp = RegExp;

type Native = (this: unknown) => unknown;

/** Returns a test for a class. It calls a native function that throws unless its receiver is an object of the class. */
function brand(prototype: object, name: PropertyKey): (value: unknown) => boolean {
  const property = Object.getOwnPropertyDescriptor(prototype, name)!;
  const native = (Reflect.get(property, 'get') ?? property.value) as Native;
  return (value) => {
    try {
      if (typeof value !== 'object' || value === null) return false;
      apply(native, value, []);
      return true;
    } catch {
      return false;
    }
  };
}

const isRegExp = brand(RegExp.prototype, 'source');
const isSymbolObject = brand(Symbol.prototype, 'valueOf');
const BOXES = [Number, String, Boolean, BigInt].map(({ prototype }) => brand(prototype, 'valueOf'));
const typedArray = Object.getPrototypeOf(Int8Array.prototype) as object;
const kindOf = Reflect.get(Object.getOwnPropertyDescriptor(typedArray, Symbol.toStringTag)!, 'get') as Native;
const tagged = (value: unknown): string => apply(textOf, value, []);

function isNativeError(value: unknown): boolean {
  if (value instanceof DOMException) return false;
  return isError === undefined ? tagged(value) === '[object Error]' : isError(value);
}

export const types: Types = {
  isArrayBuffer: brand(ArrayBuffer.prototype, 'byteLength') as Types['isArrayBuffer'],
  isBoxedPrimitive: (value) => isSymbolObject(value) || BOXES.some((is) => is(value)),
  // These classes do not exist in browsers.
  isCryptoKey: () => false,
  isKeyObject: () => false,
  isDataView: brand(DataView.prototype, 'buffer') as Types['isDataView'],
  isDate: brand(Date.prototype, 'getTime') as Types['isDate'],
  isGeneratorObject: ((value) => /^\[object (?:Async)?Generator\]$/.test(tagged(value))) as Types['isGeneratorObject'],
  isMap: brand(Map.prototype, 'size') as Types['isMap'],
  isNativeError: isNativeError as Types['isNativeError'],
  // The language has no test for promises, except through the behaviour of `then`.
  isPromise: (value): value is Promise<unknown> => value instanceof NativePromise,
  isProxy,
  isRegExp: ((value) => value !== NativeRegExp.prototype && isRegExp(value)) as Types['isRegExp'],
  isSet: brand(Set.prototype, 'size') as Types['isSet'],
  isSharedArrayBuffer: brand(SharedArrayBuffer.prototype, 'byteLength') as Types['isSharedArrayBuffer'],
  isSymbolObject,
  isTypedArray: ((value) =>
    ArrayBuffer.isView(value) && apply(kindOf, value, []) !== undefined) as Types['isTypedArray'],
};
