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
