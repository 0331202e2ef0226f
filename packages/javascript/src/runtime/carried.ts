import { emittedText } from '../world/objects/emitted-text.js';
import { types } from '#host/types';
import { shared } from '../memory/views/views.js';
import { isObject } from '../world/objects/is-object.js';
import { attributesOf } from './contents.js';

/** Larger objects are compared only by identity. */
const MOST = 200;
const MOST_BYTES = 8000;

/** An object's content at some moment. */
class Seen {
  readonly object: object;
  prototype: object | null = null;
  /** Undefined: the content cannot be observed. */
  parts: readonly Held[] | undefined;

  constructor(object: object) {
    this.object = object;
  }
}

/** Content of a variable at some moment: a primitive value, or an object with its content. */
export type Held = unknown;

/** Returns the contents of a loop's variables when its head is reached. */
export function heldBy(variables: readonly unknown[]): readonly Held[] {
  if (!variables.some(isObject)) return variables;
  const seen = new Map<object, Seen>();
  return variables.map((value) => held(value, seen));
}

function held(value: unknown, seen: Map<object, Seen>): Held {
  if (!isObject(value)) return value;
  const before = seen.get(value);
  if (before !== undefined) return before;
  const content = new Seen(value);
  seen.set(value, content);
  if (seen.size > MOST || typeof value === 'function' || types.isProxy(value)) return content;
  content.prototype = Reflect.getPrototypeOf(value);
  content.parts = partsOf(value, content.prototype)?.map((part) => held(part, seen));
  return content;
}

/**
 * Returns whether a loop continues in the same way from both. A newly created object with the same content counts as
 * the same. `known`: objects that existed in earlier iterations, so they are not newly created; the function extends
 * it.
 */
export function sameHeld(before: readonly Held[], now: readonly Held[], known = new Set<object>()): boolean {
  const compared = new Map<object, object>();
  const same = (a: Held, b: Held): boolean => {
    if (!(a instanceof Seen) || !(b instanceof Seen)) return Object.is(a, b);
    if (a.object === b.object || compared.get(a) === b) return true;
    if (known.has(b.object) || a.prototype !== b.prototype || a.parts?.length !== b.parts?.length) return false;
    compared.set(a, b);
    return b.parts?.every((part, i) => same(a.parts![i], part)) ?? false;
  };
  const result = now.every((value, i) => same(before[i], value));
  for (const value of [...before, ...now]) learn(value, known);
  return result;
}

function learn(value: Held, known: Set<object>): void {
  if (!(value instanceof Seen) || known.has(value.object)) return;
  known.add(value.object);
  for (const part of value.parts ?? []) learn(part, known);
}

/** Returns the parts of an object, apart from its prototype. Does not call getters. */
function partsOf(object: object, prototype: object | null): readonly unknown[] | undefined {
  const inner = innerOf(object);
  if (!isOpen(prototype, inner !== undefined)) return undefined;
  const parts: unknown[] = [Reflect.isExtensible(object), ...(inner ?? [])];
  if (ArrayBuffer.isView(object)) return parts;
  const keys = Reflect.ownKeys(object);
  if (keys.length + parts.length > MOST) return undefined;
  for (const key of keys) parts.push(key, ...attributesOf(object, key));
  return parts;
}

/** Returns the state of built-in objects that their properties do not show. */
function innerOf(object: object): readonly unknown[] | undefined {
  if (shared(object) !== undefined) return viewed(object as ArrayBufferView);
  if (ArrayBuffer.isView(object)) return [...viewed(object), bytesOf(object.buffer)];
  if (types.isSharedArrayBuffer(object)) return undefined;
  if (types.isArrayBuffer(object)) return [bytesOf(object)];
  if (types.isMap(object)) return [...object.entries()].flat();
  if (types.isSet(object)) return [...object.values()];
  if (types.isDate(object)) return [object.getTime()];
  if (types.isRegExp(object)) return [object.source, object.flags];
  if (types.isBoxedPrimitive(object)) return [object.valueOf()];
  return Array.isArray(object) || types.isNativeError(object) ? [] : undefined;
}

function viewed({ buffer, byteOffset, byteLength }: ArrayBufferView): readonly unknown[] {
  return [types.isSharedArrayBuffer(buffer) ? buffer : '', byteOffset, byteLength];
}

/** The bytes of a large buffer equal no others. */
function bytesOf(buffer: ArrayBufferLike): unknown {
  return buffer.byteLength > MOST_BYTES ? Symbol('many bytes') : new Uint8Array(buffer).join();
}

/** By prototype: the part of its class's text that reveals state other than properties. */
const hints = new WeakMap<object, string>();

function hintOf(prototype: object): string {
  let hint = hints.get(prototype);
  if (hint === undefined) {
    const maker: unknown = Reflect.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
    const text = typeof maker === 'function' ? emittedText(maker) : '';
    hint = /\[native code\]|#/.exec(text)?.[0] ?? '';
    hints.set(prototype, hint);
  }
  return hint;
}

/**
 * Returns whether all state of an object with this prototype can be observed. Private fields cannot, and state of
 * built-in classes only if it is `known`.
 */
function isOpen(prototype: object | null, known: boolean): boolean {
  if (prototype === null || prototype === Object.prototype) return true;
  if (types.isProxy(prototype)) return false;
  const hint = hintOf(prototype);
  return hint === '' ? isOpen(Reflect.getPrototypeOf(prototype), known) : known && hint !== '#';
}
