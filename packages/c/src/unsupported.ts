import type { Site } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';

/** Returns the error for a part of the program that cannot be modelled. */
export function unsupported(message: string, site: Site | undefined, hint?: string): FencepostError {
  return new FencepostError('C_UNSUPPORTED', message, { ...(site && { site }), ...(hint !== undefined && { hint }) });
}
