import type { InstrumentName } from './instrumented.js';

/** The prefix of our names; a source that uses it is refused. */
export const PREFIX = '$fp_';

/** The name of an instrument in emitted code: `$fp_r`. */
export function instrument(name: InstrumentName): string {
  return PREFIX + name;
}
