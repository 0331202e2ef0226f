/** A valid WebAssembly binary with something that cannot be modelled. */
export class UnsupportedWasm extends Error {
  override readonly name = 'UnsupportedWasm';
}
