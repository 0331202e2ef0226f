const PANICKING =
  /^(?:_R\w*4core|_ZN4core)(?:9panicking|(?:6option|6result)\d+(?:unwrap|expect)_failed|5slice5index\d+\w*fail|3str16slice_error_fail|4cell\d+panic_already)/;

/** Returns whether this is a function of Rust's `core`, defined elsewhere, that panics whenever it is called. */
export function alwaysPanics(symbol: string): boolean {
  return PANICKING.test(symbol);
}
