/** `frame.ts` as a script. The build generates this module. */
export const frameScript: string;
