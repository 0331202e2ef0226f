import { FencepostError } from '@fencepost/core';
import { Reader, SECTION, sections } from '@fencepost/wasm';
import { othersSetOptions, setV8Options } from '../../platform.js';

/**
 * Size of a function in bytes from which V8 takes minutes and gigabytes to optimise it, without a way to interrupt it.
 */
const LARGE = 1 << 15;

/**
 * Whether V8 already spares large functions. Undefined: unknown, as threads before this one may have set other options.
 */
let areSpared = othersSetOptions() ? undefined : false;

/**
 * Makes V8 leave functions to its baseline compiler if the module has such a large one. It must be called before the
 * module is compiled. V8's options apply to the process: modules compiled before have been optimised by then, or never
 * will be.
 */
export function spareLargeFunctions(wasm: Uint8Array): void {
  const only = largestFunction(wasm) >= LARGE;
  if (only === areSpared) return;
  // Each option is set separately: V8 evaluates implications between options only at its start.
  const options = Object.entries({ 'liftoff-only': only, 'wasm-tier-up': !only, 'wasm-dynamic-tiering': !only });
  const areSet = setV8Options(options.map(([option, on]) => (on ? `--${option}` : `--no-${option}`)));
  if (only && !areSet) {
    throw new FencepostError('TOO_LARGE', 'a function is too large for a browser to run', {
      hint: 'use fencepost check on the command line',
    });
  }
  areSpared = only;
}

/** Returns the size of the largest function, in bytes. */
function largestFunction(wasm: Uint8Array): number {
  let largest = 0;
  for (const { id, content } of sections(new Reader(wasm))) {
    if (id !== SECTION.code) continue;
    for (let left = content.unsigned(); left > 0; left--) {
      const size = content.unsigned();
      largest = Math.max(largest, size);
      content.skip(size);
    }
  }
  return largest;
}
