/** `frame.ts` as a script. The build makes this module. */
export const frameScript: string;
