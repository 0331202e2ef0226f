// Browsers and Node have the same clock, but no shared type declarations.
const { performance } = globalThis as unknown as { readonly performance: { now(): number } };

/** Milliseconds since some fixed moment. */
export function clock(): number {
  return performance.now();
}

/** Returns true once `milliseconds` have passed since it last did, or since `last`. */
export function every(milliseconds: number, last = clock()): () => boolean {
  return () => {
    const now = clock();
    if (now - last < milliseconds) return false;
    last = now;
    return true;
  };
}
