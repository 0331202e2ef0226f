// Our TypeScript has no types of the web.
declare const WebAssembly: { readonly Memory: new (size: { readonly initial: number }) => object };

/**
 * Ends the process at once, though a thread of it does not end: `process.exit` waits for threads, also for one that is in a
 * call that does not return, be it of the operating system or of a library. The only exit with a code that Node offers and
 * that waits for nobody is that of programs for WASI.
 */
export function endProcess(code: number): never {
  // At once, in one turn: a warning that WASI is experimental would be printed in the next.
  const { WASI } = process.getBuiltinModule('node:wasi');
  const wasi = new WASI({ version: 'preview1', returnOnExit: false });
  wasi.initialize({ exports: { memory: new WebAssembly.Memory({ initial: 0 }) } });
  const { proc_exit: exit } = wasi.wasiImport as { readonly proc_exit: (code: number) => never };
  return exit(code);
}
