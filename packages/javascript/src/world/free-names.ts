/** The globals of the process before any of ours. */
const NATIVE: ReadonlySet<PropertyKey> = new Set(Reflect.ownKeys(globalThis));

/** The properties hidden by names of the last world, to restore: per process, like its global object. */
const covered = new Map<string, PropertyDescriptor | undefined>();

/** Does the process itself have a global of this name? */
export function isNative(name: PropertyKey): boolean {
  return NATIVE.has(name);
}

/**
 * Code finds a property of the global object by its bare name, which is looked up in the global object of the process,
 * so the property is there, too, during the life of its world.
 */
export function addFreeName(name: string, get: () => unknown, set: (value: unknown) => void): void {
  if (covered.has(name)) return;
  covered.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
  Object.defineProperty(globalThis, name, { configurable: true, enumerable: false, get, set });
}

/** The names of all such properties now. */
export function addedNames(): readonly string[] {
  return [...covered.keys()];
}

/** The world has deleted the property. */
export function removeFreeName(name: string): void {
  if (!covered.has(name)) return;
  const before = covered.get(name);
  covered.delete(name);
  if (before === undefined) Reflect.deleteProperty(globalThis, name);
  else Object.defineProperty(globalThis, name, before);
}

/** A new world starts: removes what the previous one added. */
export function removeFreeNames(): void {
  if (covered.size > 0) for (const name of [...covered.keys()]) removeFreeName(name);
}
