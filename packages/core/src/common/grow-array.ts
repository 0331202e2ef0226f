type Column = Int32Array | Uint8Array | Float64Array;

/** Returns a copy with at least `length` elements. Doubles the size, so that repeated growth stays cheap. */
export function grown<C extends Column>(column: C, length: number): C {
  const Larger = column.constructor as new (length: number) => C;
  const larger = new Larger(Math.max(length, 2 * column.length));
  larger.set(column);
  return larger;
}
