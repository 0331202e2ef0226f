/** The value itself: cuts a function off its receiver, and begins an expression with a word. */
export function id<T>(value: T): T {
  return value;
}

/** The function of an optional call `object[key]?.(…)`, bound to its object. */
export function bound(object: Readonly<Record<PropertyKey, unknown>>, key: PropertyKey): unknown {
  const value = object[key];
  if (value === null || value === undefined) return undefined;
  return (...args: readonly unknown[]): unknown => Reflect.apply(value as () => unknown, object, args);
}
