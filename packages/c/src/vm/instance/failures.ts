import type { Site } from '@fencepost/core';
import { CheckFailed, FencepostError, InvalidAccess, RestartSearch } from '@fencepost/core';
import { unsupported } from '../../unsupported.js';

const STACK_OVERFLOW = 'stack overflow: the recursion is too deep, or local variables are too large';

/** Error messages of the engines, and the messages we report instead. */
const TRAPS: readonly (readonly [RegExp, string])[] = [
  [/divide by zero/, 'division by zero'],
  [/integer overflow|unrepresentable/, 'the result of a division or conversion does not fit'],
  [/table index is out of bounds|null function|signature mismatch|indirect call/, 'call through an invalid function pointer, or of a function of another type'],
  [/call stack size exceeded/, STACK_OVERFLOW],
  [/memory access out of bounds/, 'access outside of the private stack, which is too small'],
  [/unreachable/, 'unreachable code was reached'],
]; // prettier-ignore

/** Facts about the thread that an error has ended. */
export interface FailedThread {
  /** Place of the thread when it failed. */
  readonly site: Site | undefined;
  /** Whether it needed more stack than available. */
  readonly overflowed: boolean;
  /** Places of the functions of the program. */
  readonly functions: Readonly<Record<string, Site>>;
}

/** Translates an error of the running program into our message, with its place. Our own errors stay unchanged. */
export function failureOf(error: unknown, { site, overflowed, functions }: FailedThread): unknown {
  if (!(error instanceof Error) || error instanceof FencepostError || error instanceof RestartSearch) return error;
  if ('site' in error && error.site !== undefined) return error;
  if (error.name === 'CheckFailed') return new CheckFailed(error.message, site);
  if (error.name === 'InvalidAccess') return new InvalidAccess(error.message, site);
  // Thrown by our own code: what it was given, or was to return, was of another type.
  if (error instanceof TypeError) {
    const hint = `include its header, or declare it as there; if you do, this is a bug in fencepost: ${error.message}`;
    return unsupported('a function of the C library is declared with another type', site, hint);
  }
  const trapped = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
  if (!trapped) return Object.assign(new Error(error.message), { site });
  const known = overflowed ? STACK_OVERFLOW : TRAPS.find(([pattern]) => pattern.test(error.message))?.[1];
  return Object.assign(new Error(known ?? error.message), { site: innermost(error, functions) ?? site });
}

/**
 * Returns the place of the innermost user function in the engine's stack trace. Its lines look like `at module.function
 * (wasm://wasm/module-12345678:wasm-function[6]:0x291)`.
 */
function innermost({ stack = '' }: Error, functions: Readonly<Record<string, Site>>): Site | undefined {
  const names = [...stack.matchAll(/^ *at (?:[^\s.]*\.)?(\S+) \(wasm:/gm)].map(([, name]) => name!);
  const found = names.find((name) => Object.hasOwn(functions, name));
  return found === undefined ? undefined : functions[found];
}
