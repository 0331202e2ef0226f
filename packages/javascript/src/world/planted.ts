import { platform } from '#host/platform';
import { addedNames } from './free-names.js';
import { isObject } from './is-object.js';

type Properties = Readonly<Record<PropertyKey, unknown>>;

/** What all code of the process has, with the properties it had before any check. */
const COMMON: readonly (readonly [object, ReadonlySet<PropertyKey>])[] = commonObjects().map((object) => [
  object,
  new Set(Reflect.ownKeys(object)),
]);

/** Those of the language; what others have added is enumerable. */
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

/** Objects that instrumented code has put where all code of the process finds them. */
export function planted(): readonly object[] {
  const found: unknown[] = addedNames().map((name) => (globalThis as Properties)[name]);
  for (const [object, before] of COMMON) {
    for (const key of Reflect.ownKeys(object)) {
      if (!before.has(key)) found.push(valueOf(object, key));
    }
  }
  return found.filter(isObject);
}
