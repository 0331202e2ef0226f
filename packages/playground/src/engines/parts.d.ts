/**
 * What is linked to programs in C besides their own code, made by the compiler of the page. The build makes this module. Bytes
 * are in base64.
 */
export const PARTS: readonly { readonly key: string; readonly facts: unknown; readonly data: string }[];
