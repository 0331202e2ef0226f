// Browsers and Node have the same clock, but no type declarations that both share.
const { performance } = globalThis as unknown as { readonly performance: { now(): number } };

/** Milliseconds since some fixed moment. */
export function clock(): number {
  return performance.now();
}
