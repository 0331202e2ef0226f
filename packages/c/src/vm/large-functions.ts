import { setFlagsFromString } from 'node:v8';
import { Reader } from '../link/bytes.js';
import { SECTION, sections } from '../link/wasm.js';

/** Bytes of a function from which on V8 takes minutes and gigabytes to optimise it, and cannot be stopped meanwhile. */
const LARGE = 1 << 15;

/**
 * Has V8 leave functions as its first compiler makes them if one of the module is so large; else as usual. To be called
 * before the module is compiled. V8's options are for the process: what was compiled before has been optimised by then, or
 * never is.
 */
export function spareLargeFunctions(wasm: Uint8Array): void {
  const only = largestFunction(wasm) >= LARGE;
  // Each by itself: what one implies is looked at only when V8 starts.
  for (const [option, on] of [
    ['liftoff-only', only],
    ['wasm-tier-up', !only],
    ['wasm-dynamic-tiering', !only],
  ] as const) {
    setFlagsFromString(on ? `--${option}` : `--no-${option}`);
  }
}

/** The size of the largest function, in bytes. */
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
