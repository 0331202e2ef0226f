import { EventEmitter } from '#host/emitter';
import { PREFIX } from '../transform/own-names.js';
import { emittedText } from '../world/emitted-text.js';
import { isHarmlessName } from '../world/foreign.js';
import { VIRTUAL_GLOBALS } from '../world/global-names.js';
import { isOwnClass } from '../world/own-classes.js';
import { intrinsics } from './intrinsics.js';

/** By prototype: does it belong to a class of which nothing is known? */
const known = new WeakMap<object, boolean>();

/** Functions that do nothing but compute: instrumentation leaves them as they are. */
const HEAD = /^[^{]*?(?:=>|\{)/;
const PURE_WORDS = /\b(?:if|for|while|switch|return|typeof|catch|Math\.\w+|Number|String|BigInt|Boolean)\s*\(/g;
const DOES_SOMETHING = /[\w$\])]\s*\(|[^=!<>]=[^=>]|\+\+|--|#|\b(?:yield|await|new)\b/;

/** Is this the text of a function or class that is neither instrumented nor so simple that nothing was to be done? */
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

/** Classes of the language are known, with what their methods change; so are ours, which tell it themselves. */
function isKnownClass(prototype: object): boolean {
  const maker: unknown = Reflect.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  return prototype === EventEmitter.prototype || isOwnClass(prototype) || intrinsics().has(maker as object);
}

function examine(prototype: object | null): boolean {
  if (prototype === null || prototype === Object.prototype || isKnownClass(prototype)) return false;
  return isForeignClass(prototype) || hidesState(prototype);
}

/** The same for objects with this prototype. */
function hidesState(object: object): boolean {
  const prototype = Reflect.getPrototypeOf(object);
  if (prototype === null) return false;
  let hides = known.get(prototype);
  if (hides === undefined) known.set(prototype, (hides = examine(prototype)));
  return hides;
}

/**
 * May an object have a state that its properties do not show? Those of Node's classes do, unless something is known of
 * them; so a call of a method may change it.
 */
export function isStateful(object: object): boolean {
  if (ArrayBuffer.isView(object) || virtual().has(object)) return false;
  return hidesState(object);
}

/** May a method of this name change an object of which nothing is known? */
export function mayChange(key: PropertyKey): boolean {
  return !isHarmlessName(String(key));
}

let globals: ReadonlySet<unknown> | undefined;
let size = 0;

/** What worlds have in place of globals tells itself what it changes. */
function virtual(): ReadonlySet<unknown> {
  if (globals === undefined || size !== VIRTUAL_GLOBALS.size) {
    globals = new Set(VIRTUAL_GLOBALS.values());
    ({ size } = VIRTUAL_GLOBALS);
  }
  return globals;
}
