/**
 * The instruments of optional chains that are cut in two: `opt` and `skip` are called with nothing in between, `skip`
 * and `rest`, too, so the state kept between them is never another chain's.
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
