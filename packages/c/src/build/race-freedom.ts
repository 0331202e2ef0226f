import { mayRace } from '../ir/races/race-freedom.js';
import { irOf } from './ir-of-sources.js';
import type { IrSources } from './ir-of-sources.js';

/**
 * Returns why the program may have a data race, as far as its text shows; undefined if it has none, under all models, for
 * all inputs and schedules. `openFunctions`: functions without a definition do nothing.
 */
export async function possibleRace(options: IrSources, openFunctions = false): Promise<string | undefined> {
  return mayRace(await irOf(options), openFunctions);
}
