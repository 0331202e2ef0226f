/**
 * Imports that may suspend: all of the module "fp". Those of "fpx" never do, nor does a function that calls none of
 * "fp". Calls through the table are assumed to suspend, as they may reach any function.
 */
export const SUSPENDING = 'fp.*';

/** The part of the package `binaryen` that we use (its index.d.ts). */
export interface Binaryen {
  readonly Features: Readonly<Record<'MVP' | 'MutableGlobals' | 'SignExt', number>>;
  readBinary(bytes: Uint8Array): BinaryenModule;
  setDebugInfo(on: boolean): void;
  setPassArgument(name: string, value: string | null): void;
}

interface BinaryenModule {
  setFeatures(features: number): void;
  runPasses(passes: readonly string[]): void;
  emitBinary(): Uint8Array;
  dispose(): void;
}

/** Makes the functions of a module resumable. */
export function asyncifyWith(binaryen: Binaryen, wasm: Uint8Array): Uint8Array {
  const module = binaryen.readBinary(wasm);
  try {
    const { MVP, MutableGlobals, SignExt } = binaryen.Features;
    // With all features it would use encodings that Node 20 does not support.
    module.setFeatures(MVP | MutableGlobals | SignExt);
    binaryen.setDebugInfo(true);
    binaryen.setPassArgument('asyncify-imports', SUSPENDING);
    module.runPasses(['asyncify']);
    return module.emitBinary();
  } finally {
    binaryen.setPassArgument('asyncify-imports', null);
    module.dispose();
  }
}
