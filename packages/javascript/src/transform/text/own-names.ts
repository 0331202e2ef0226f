import type { InstrumentName } from './instrumented.js';

/** Prefix of names used by the instrumentation; a source that uses it is refused. */
export const PREFIX = '$fp_';

/** Returns the name of an instrument in emitted code: `$fp_r`. */
export function instrument(name: InstrumentName): string {
  return PREFIX + name;
}
