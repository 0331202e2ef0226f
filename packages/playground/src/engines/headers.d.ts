/** Our own headers for C, by their paths in `packages/c/frameworks`. The build generates this module. */
export const HEADERS: Readonly<Record<string, string>>;
