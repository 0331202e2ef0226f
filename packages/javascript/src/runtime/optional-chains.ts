/**
 * The instruments of optional chains that are cut in two: `opt` and `skip` are called with nothing in between, `skip` and
 * `rest`, too, so that what is kept from one to the other is never anybody else's.
 */
export function optionalChains() {
  let isNullish = false;
  let kept: unknown;
  return {
    opt<T>(value: T): T {
      isNullish = value === null || value === undefined;
      return value;
    },
    skip(value: unknown): boolean {
      kept = value;
      const skips = isNullish;
      isNullish = false;
      return skips;
    },
    rest(): unknown {
      const value = kept;
      kept = undefined;
      return value;
    },
  };
}
