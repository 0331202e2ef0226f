import { emittedText } from '../world/objects/emitted-text.js';
import { boundBy } from '../memory/natives/bound-functions.js';
import { undisguised } from '../memory/views/replace.js';
import { CHANGING_FUNCTIONS, isChanging } from '../transform/accesses/mutating-names.js';
import { effects } from '../world/time/effects.js';
import { isForeign } from '../world/objects/foreign.js';
import { isObject } from '../world/objects/is-object.js';
import { isIterator } from './contents.js';
import { isStateful, mayChange } from './hidden-state.js';
import { intrinsics } from './intrinsics.js';

/** Methods of iterators that advance them; calls of `next` are noted elsewhere. */
const MOVES = /^(?:toArray|forEach|reduce|some|every|find)$/;

/** Possible effects of calling a function that is not instrumented. */
type Danger = 'none' | 'receiver' | 'any';

const dangers = new WeakMap<object, Danger>();

function dangerOf(callee: object): Danger {
  let danger = dangers.get(callee);
  if (danger === undefined) dangers.set(callee, (danger = findDanger(callee)));
  return danger;
}

function findDanger(callee: object): Danger {
  if (isForeign(callee)) return 'any';
  const target = boundBy(callee);
  if (target !== undefined) return dangerOf(target) === 'none' ? 'none' : 'any';
  const native = undisguised(callee) ?? callee;
  const owner = intrinsics().get(native) ?? intrinsics().get(callee);
  if (owner === undefined)
    return native === callee && emittedText(callee).endsWith('{ [native code] }') ? 'any' : 'none';
  if (owner === 'Atomics') return 'none';
  const changes = CHANGING_FUNCTIONS.get(owner)?.test(nameOf(native)) ?? isChanging(nameOf(native));
  return changes ? 'receiver' : 'none';
}

/** Notes that a function is called without a receiver, or passed to a function that calls it. Ignores other values. */
export function noteCall(callee: unknown): void {
  if (typeof callee === 'function' && dangerOf(callee) !== 'none') effects.count++;
}

/**
 * Notes a method call; a null key means that the name is unknown. Methods whose names imply a change are noted
 * elsewhere.
 */
export function noteMethod(object: unknown, key: PropertyKey | null): void {
  if (object === null || object === undefined) return;
  if (key === null) {
    noteAnyMethod(object);
    return;
  }
  const callee: unknown = (object as Readonly<Record<PropertyKey, unknown>>)[key];
  if (typeof callee !== 'function') return;
  const isIndirect = (key === 'call' || key === 'apply') && typeof object === 'function';
  const danger = dangerOf(isIndirect ? object : callee);
  const isNoted = isIndirect || isChanging(String(key));
  if (danger === 'any' || (danger === 'receiver' && !isNoted)) effects.count++;
  else if (!isObject(object)) return;
  else if (MOVES.test(String(key)) && isIterator(object)) effects.count++;
  else if (!isNoted && mayChange(key) && isStateful(object)) effects.count++;
}

function noteAnyMethod(object: unknown): void {
  if (!isObject(object)) return;
  for (const key of Reflect.ownKeys(object)) noteMethod(object, key);
  const { constructor } = object;
  if (typeof constructor === 'function' && isForeign(constructor)) effects.count++;
}

/** Notes the iteration over an object that may return the same iterator each time: then its position changes. */
export function noteIterable(iterable: object): void {
  const iterate: unknown = Reflect.get(iterable, Symbol.iterator);
  if (typeof iterate !== 'function') return;
  const once: unknown = Reflect.apply(iterate, iterable, []);
  const again: unknown = Reflect.apply(iterate, iterable, []);
  if (once === again && isObject(once)) noteCall(Reflect.get(once, 'next'));
}

function nameOf(native: object): string {
  return String(Reflect.get(native, 'name'));
}
