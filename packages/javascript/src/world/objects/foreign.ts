import { EventEmitter } from '#host/emitter';
import { isObject } from './is-object.js';

/** Node modules whose functions change nothing, unless their names imply a change (see `isChanging`). */
const HARMLESS = /^(?:node:)?(?:assert|buffer|constants|events|os|path|punycode|querystring|url|util)(?:\/|$)/;
/** Names of methods of other classes that change nothing. */
const HARMLESS_NAME = /^(?:get|has|is[A-Z]|to[A-Z]|encode|(?:keys|values|entries|forEach|run|exit)$)/;

/** Returns whether a method of this name changes nothing, whatever its class. */
export function isHarmlessName(name: string): boolean {
  return HARMLESS_NAME.test(name);
}

/** Maximum depth of the search for functions. */
const DEPTH = 4;

const shared = [Object.prototype, Function.prototype, Array.prototype, EventEmitter.prototype, EventEmitter];
const roots: object[] = [];
const seen = new WeakSet<object>(shared);
const changing = new WeakSet<object>();

/** Adds a module or class that is not instrumented, and whose functions instrumented code may call. */
export function addForeign(id: string, exports: unknown): void {
  if (isObject(exports) && !HARMLESS.test(id)) roots.push(exports);
}

/** Returns whether this is a function of such a module, which may change anything. */
export function isForeign(value: object): boolean {
  for (let root = roots.pop(); root !== undefined; root = roots.pop()) collect(root, DEPTH);
  return changing.has(value);
}

function collect(owner: object, depth: number): void {
  if (seen.has(owner) || depth === 0) return;
  seen.add(owner);
  for (const key of Reflect.ownKeys(owner)) {
    const value: unknown = Reflect.getOwnPropertyDescriptor(owner, key)?.value;
    if (key === 'constructor' || !isObject(value) || Array.isArray(value) || ArrayBuffer.isView(value)) continue;
    if (typeof value === 'function' && !seen.has(value) && !HARMLESS_NAME.test(String(key))) changing.add(value);
    collect(value, depth - 1);
  }
  const prototype = Reflect.getPrototypeOf(owner);
  if (prototype !== null) collect(prototype, depth - 1);
}

/** Classes of Node that are globals. */
const CLASSES = ['EventTarget', 'URL', 'URLSearchParams', 'TextDecoder', 'AbortController'];
for (const name of CLASSES) addForeign(name, Reflect.get(globalThis, name));
