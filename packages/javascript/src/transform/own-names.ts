import type { InstrumentName } from './instrumented.js';

/** Our names begin so; a source that uses such names is refused. */
export const PREFIX = '$fp_';

/** How emitted code calls an instrument: `$fp_r`. */
export function instrument(name: InstrumentName): string {
  return PREFIX + name;
}
