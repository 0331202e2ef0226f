/**
 * Code that is linked to C programs, precompiled by the compiler of the page. The build generates this module. Bytes
 * are in base64.
 */
export const PARTS: readonly { readonly key: string; readonly facts: unknown; readonly data: string }[];
