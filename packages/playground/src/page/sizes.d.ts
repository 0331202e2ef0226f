/** The bytes of each file of an engine. The build makes this module. */
export const SIZES: Readonly<Record<string, number>>;
