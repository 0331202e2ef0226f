import type { Site } from './errors.js';
import { FencepostError } from './errors.js';

const HINT = 'a thread may depend only on the values it reads: no time, randomness or state kept outside it';

/** Returns the error for a thread that behaved differently than before. `where`: ` at x = 1`, or nothing. */
export function nondeterminism(thread: string, where: string, site: Site | undefined, hint = HINT): FencepostError {
  return new FencepostError(
    'NONDETERMINISM',
    `${thread} behaved differently${where} when it ran again with the same values`,
    { ...(site && { site }), hint },
  );
}
