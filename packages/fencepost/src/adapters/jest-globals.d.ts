/** The part of the module that Fencepost uses. Jest itself provides the module to every file it loads. */
declare module '@jest/globals' {
  type Register = (name: string, run: () => Promise<void>, timeout?: number) => void;
  export const test: Register & {
    readonly only: Register;
    readonly skip: Register;
    readonly todo: (name: string) => void;
  };
  export const expect: { getState(): { readonly testPath?: string } };
  export const afterAll: (run: () => void) => void;
}
