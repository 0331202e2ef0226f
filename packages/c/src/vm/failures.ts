import type { Site } from '@fencepost/core';
import { CheckFailed, FencepostError, InvalidAccess, Rediscover } from '@fencepost/core';

/** The engines' messages, and ours. */
const TRAPS: readonly (readonly [RegExp, string])[] = [
  [/divide by zero/, 'division by zero'],
  [/integer overflow|unrepresentable/, 'the result of a division or conversion does not fit'],
  [/table index is out of bounds|null function|signature mismatch|indirect call/, 'call of a function pointer that is none, or of a function of another type'],
  [/call stack size exceeded/, 'stack overflow: the recursion is too deep'],
  [/memory access out of bounds/, 'access outside of the private stack: it is too small'],
  [/unreachable/, 'code that must never be reached was reached, or the stack overflowed'],
]; // prettier-ignore

/** An error of the running program in our words, with its place; our own errors unchanged. */
export function failureOf(error: unknown, site: Site | undefined): unknown {
  if (!(error instanceof Error) || error instanceof FencepostError || error instanceof Rediscover) return error;
  if ('site' in error && error.site !== undefined) return error;
  if (error.name === 'CheckFailed') return new CheckFailed(error.message, site);
  if (error.name === 'InvalidAccess') return new InvalidAccess(error.message, site);
  const trapped = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
  const known = trapped ? TRAPS.find(([pattern]) => pattern.test(error.message)) : undefined;
  return Object.assign(new Error(known?.[1] ?? error.message), { site });
}
