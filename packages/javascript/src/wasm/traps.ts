import { wasm } from './memory.js';

const RuntimeError = wasm['RuntimeError'] as unknown as new (message: string) => Error;

/** What code throws when it cannot go on, in the words of V8. */
export function trap(message: string): Error {
  return new RuntimeError(message);
}
