/** Our own headers for C, by their paths in `packages/c/frameworks`. The build makes this module. */
export const HEADERS: Readonly<Record<string, string>>;
