/** Makes `count` items, one after the other. */
export function some<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
