import { mayReachError } from '../ir/symbolic/unreachable.js';
import { mayFail } from '../ir/values/assertions.js';
import { irOf } from './ir-of-sources.js';
import type { IrSources } from './ir-of-sources.js';

/**
 * Returns why `reach_error` or `__VERIFIER_error` may be called, as far as the program's text shows; undefined if it is not,
 * under all models, for all inputs, schedules and numbers of threads. `openFunctions`: functions without a definition do nothing.
 */
export async function possibleError(options: IrSources, openFunctions = false): Promise<string | undefined> {
  return mayFail(await irOf(options), openFunctions, 'reach_error');
}

/** As `possibleError`, for assertions and `abort`. */
export async function possibleFailure(options: IrSources, openFunctions = false): Promise<string | undefined> {
  return mayFail(await irOf(options), openFunctions, 'assertions');
}

/**
 * As `possibleError`, but under SC only: if values by intervals do not show it, visits all states with symbols in place of open
 * values, until the caller has waited enough.
 */
export async function possibleErrorUnderSc(
  options: IrSources,
  openFunctions: boolean,
  isLate: () => boolean,
): Promise<string | undefined> {
  const irs = await irOf(options);
  return mayFail(irs, openFunctions, 'reach_error') && mayReachError(irs, openFunctions, 'reach_error', isLate);
}

/** Returns why an assertion may fail or `abort` may be called under SC, by a visit of all states with symbols alone. */
export async function possibleSymbolicFailure(options: IrSources, isLate: () => boolean): Promise<string | undefined> {
  return mayReachError(await irOf(options), false, 'assertions', isLate);
}
