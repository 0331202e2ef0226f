/** Returns its argument: detaches a function from its receiver, and makes an expression begin with an identifier. */
export function id<T>(value: T): T {
  return value;
}

/** Returns the function of an optional call `object[key]?.(…)`, bound to its object. */
export function bound(object: Readonly<Record<PropertyKey, unknown>>, key: PropertyKey): unknown {
  const value = object[key];
  if (value === null || value === undefined) return undefined;
  return (...args: readonly unknown[]): unknown => Reflect.apply(value as () => unknown, object, args);
}
