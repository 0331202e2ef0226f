import { FencepostError } from '@fencepost/core';

/** Instantiates a module. Reports lack of memory as such, not as our bug. */
export function instantiate(module: WebAssembly.Module, imports: WebAssembly.Imports): WebAssembly.Instance {
  try {
    return new WebAssembly.Instance(module, imports);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new FencepostError('TOO_LARGE', `there is not enough memory to run the program: ${error.message}`, {
      hint: 'each thread reserves its own address space: raise ulimit -v, or check the program with fewer threads',
    });
  }
}
