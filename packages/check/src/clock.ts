// Browsers and Node have the same clock, but no type declarations that both share.
const { performance } = globalThis as unknown as { readonly performance: { now(): number } };

/** Milliseconds since some fixed moment. */
export function clock(): number {
  return performance.now();
}

/** Says yes when so many milliseconds have passed since it said so last, or since `last`. */
export function every(milliseconds: number, last = clock()): () => boolean {
  return () => {
    const now = clock();
    if (now - last < milliseconds) return false;
    last = now;
    return true;
  };
}
