/**
 * Instruments for optional chains that are split in two. No code runs between `opt` and `skip`, or between `skip` and
 * `rest`, so the state kept between them never belongs to another chain.
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
