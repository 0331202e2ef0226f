import { platform } from '#host/platform';
import { addedNames } from './free-names.js';
import { isObject } from './is-object.js';

type Properties = Readonly<Record<PropertyKey, unknown>>;

/** Objects accessible to all code of the process, with the properties they had before any check. */
const COMMON: readonly (readonly [object, ReadonlySet<PropertyKey>])[] = commonObjects().map((object) => [
  object,
  new Set(Reflect.ownKeys(object)),
]);

/** Returns the objects of the language; objects added by others are enumerable. */
function commonObjects(): readonly object[] {
  const globals = Object.getOwnPropertyNames(globalThis)
    .map((key) => Reflect.getOwnPropertyDescriptor(globalThis, key)!)
    .filter(({ value, enumerable }) => isObject(value) && value !== globalThis && enumerable === false)
    .map(({ value }): unknown => value);
  const prototypes = globals.map((value) => valueOf(value as object, 'prototype'));
  return [...new Set([...globals, ...prototypes, platform.process].filter(isObject))];
}

function valueOf(object: object, key: PropertyKey): unknown {
  return Reflect.getOwnPropertyDescriptor(object, key)?.value;
}

/** Returns objects that instrumented code has made accessible to all code of the process. */
export function planted(): readonly object[] {
  const found: unknown[] = addedNames().map((name) => (globalThis as Properties)[name]);
  for (const [object, before] of COMMON) {
    for (const key of Reflect.ownKeys(object)) {
      if (!before.has(key)) found.push(valueOf(object, key));
    }
  }
  return found.filter(isObject);
}
