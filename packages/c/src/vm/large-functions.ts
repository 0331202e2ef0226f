import { threadId } from 'node:worker_threads';
import { Reader, SECTION, sections } from '@fencepost/wasm';

/** Size of a function in bytes from which V8 takes minutes and gigabytes to optimise it, uninterruptibly. */
const LARGE = 1 << 15;

/** Whether V8 does so already. Undefined: unknown, as threads before this one may have said something else. */
let areSpared = threadId <= 1 ? false : undefined;

/**
 * Makes V8 leave functions to its baseline compiler if the module has such a large one. Call it before the module is
 * compiled. V8's options apply to the process: modules compiled before have been optimised by then, or never will be.
 */
export function spareLargeFunctions(wasm: Uint8Array): void {
  const only = largestFunction(wasm) >= LARGE;
  if (only === areSpared) return;
  areSpared = only;
  // Loaded only now: it takes some milliseconds, and few programs need it.
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  // Each option separately: V8 evaluates implications only at its start.
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
