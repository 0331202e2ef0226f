import { wasm } from './memory.js';

const RuntimeError = wasm['RuntimeError'] as unknown as new (message: string) => Error;

/** Returns the exception of a trap, with the message of V8. */
export function trap(message: string): Error {
  return new RuntimeError(message);
}
