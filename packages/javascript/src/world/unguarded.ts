/** What code that is not instrumented has put where all find it, and cannot be guarded: in words, per process. */
export const unguarded = new Set<string>();
