/** Globals of the process before Fencepost adds any. */
const NATIVE: ReadonlySet<PropertyKey> = new Set(Reflect.ownKeys(globalThis));

/** Properties hidden by names of the last world, to be restored; one map per process, like its global object. */
const covered = new Map<string, PropertyDescriptor | undefined>();

/** Returns whether the process itself has a global of this name. */
export function isNative(name: PropertyKey): boolean {
  return NATIVE.has(name);
}

/**
 * Adds a property to the global object of the process. Code reads a property of its world's global object by its bare
 * name, which is looked up in the global object of the process, so the property also exists there during the life of
 * its world.
 */
export function addFreeName(name: string, get: () => unknown, set: (value: unknown) => void): void {
  if (covered.has(name)) return;
  covered.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
  Object.defineProperty(globalThis, name, { configurable: true, enumerable: false, get, set });
}

/** Returns the names of all such properties. */
export function addedNames(): readonly string[] {
  return [...covered.keys()];
}

/** Removes a property that the world has deleted. */
export function removeFreeName(name: string): void {
  if (!covered.has(name)) return;
  const before = covered.get(name);
  covered.delete(name);
  if (before === undefined) Reflect.deleteProperty(globalThis, name);
  else Object.defineProperty(globalThis, name, before);
}

/** Removes the names added by the previous world, when a new one starts. */
export function removeFreeNames(): void {
  if (covered.size > 0) for (const name of [...covered.keys()]) removeFreeName(name);
}
