/** Returns a copy of an object, including getters, with some properties replaced. */
export function replacing(object: object, properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy = Object.defineProperties<Record<string, unknown>>({}, Object.getOwnPropertyDescriptors(object));
  for (const [name, value] of Object.entries(properties)) {
    const enumerable = Object.prototype.propertyIsEnumerable.call(object, name);
    Object.defineProperty(copy, name, { value, enumerable, writable: true, configurable: true });
  }
  return copy;
}
