/** Thrown for a valid WebAssembly binary with a feature that cannot be modelled. */
export class UnsupportedWasm extends Error {
  override readonly name = 'UnsupportedWasm';
}
