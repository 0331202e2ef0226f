import { EventEmitter } from '#host/emitter';
import { PREFIX } from '../transform/text/own-names.js';
import { emittedText } from '../world/objects/emitted-text.js';
import { isHarmlessName } from '../world/objects/foreign.js';
import { VIRTUAL_GLOBALS } from '../world/objects/global-names.js';
import { isOwnClass } from '../world/objects/own-classes.js';
import { intrinsics } from './intrinsics.js';

/** By prototype: whether it belongs to an unknown class. */
const known = new WeakMap<object, boolean>();

/** Patterns that recognise functions that only compute: instrumentation does not change them. */
const HEAD = /^[^{]*?(?:=>|\{)/;
const PURE_WORDS = /\b(?:if|for|while|switch|return|typeof|catch|Math\.\w+|Number|String|BigInt|Boolean)\s*\(/g;
const DOES_SOMETHING = /[\w$\])]\s*\(|[^=!<>]=[^=>]|\+\+|--|#|\b(?:yield|await|new)\b/;

/**
 * Returns whether this is the text of a function or class that is not instrumented, and not so simple that
 * instrumentation would leave it unchanged.
 */
function isForeignText(text: string): boolean {
  if (text.includes(PREFIX)) return false;
  if (text.includes('[native code]')) return true;
  return DOES_SOMETHING.test(text.replace(HEAD, '').replace(PURE_WORDS, ''));
}

function isForeignClass(prototype: object): boolean {
  const maker: unknown = Reflect.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  if (typeof maker !== 'function') return false;
  return isForeignText(emittedText(maker));
}

/**
 * Returns whether the class is known. The changes made by methods of the language's classes are known; classes of
 * Fencepost report their changes themselves.
 */
function isKnownClass(prototype: object): boolean {
  const maker: unknown = Reflect.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  return prototype === EventEmitter.prototype || isOwnClass(prototype) || intrinsics().has(maker as object);
}

function examine(prototype: object | null): boolean {
  if (prototype === null || prototype === Object.prototype || isKnownClass(prototype)) return false;
  return isForeignClass(prototype) || hidesState(prototype);
}

/** Returns whether objects with this object's prototype may have hidden state. */
function hidesState(object: object): boolean {
  const prototype = Reflect.getPrototypeOf(object);
  if (prototype === null) return false;
  let hides = known.get(prototype);
  if (hides === undefined) known.set(prototype, (hides = examine(prototype)));
  return hides;
}

/**
 * Returns whether an object may have state that its properties do not show, so that a method call may change it.
 * Objects of Node's classes do, unless the class is known.
 */
export function isStateful(object: object): boolean {
  if (ArrayBuffer.isView(object) || virtual().has(object)) return false;
  return hidesState(object);
}

/** Returns whether a method of this name may change an object of an unknown class. */
export function mayChange(key: PropertyKey): boolean {
  return !isHarmlessName(String(key));
}

let globals: ReadonlySet<unknown> | undefined;
let size = 0;

/** Returns the replacements of globals in worlds, which report their changes themselves. */
function virtual(): ReadonlySet<unknown> {
  if (globals === undefined || size !== VIRTUAL_GLOBALS.size) {
    globals = new Set(VIRTUAL_GLOBALS.values());
    ({ size } = VIRTUAL_GLOBALS);
  }
  return globals;
}
