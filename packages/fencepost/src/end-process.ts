// The project's TypeScript configuration has no web types.
declare const WebAssembly: { readonly Memory: new (size: { readonly initial: number }) => object };

/**
 * Ends the process at once, even if one of its threads does not end. `process.exit` waits for threads, including one in
 * a system or library call that does not return. Node offers only one exit with a code that does not wait: that of WASI
 * programs.
 */
export function endProcess(code: number): never {
  // Runs synchronously: a warning that WASI is experimental would be printed in the next turn of the event loop.
  const { WASI } = process.getBuiltinModule('node:wasi');
  const wasi = new WASI({ version: 'preview1', returnOnExit: false });
  wasi.initialize({ exports: { memory: new WebAssembly.Memory({ initial: 0 }) } });
  const { proc_exit: exit } = wasi.wasiImport as { readonly proc_exit: (code: number) => never };
  return exit(code);
}
