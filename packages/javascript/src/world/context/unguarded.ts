/**
 * Descriptions of objects that code that is not instrumented has made accessible to all code, and that cannot be
 * guarded; one set per process.
 */
export const unguarded = new Set<string>();
