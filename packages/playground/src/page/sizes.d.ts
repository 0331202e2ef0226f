/** Size in bytes of each file of an engine. The build generates this module. */
export const SIZES: Readonly<Record<string, number>>;
