import type { Site } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';

/** Something that the program does there and that cannot be modelled. */
export function unsupported(message: string, site: Site | undefined, hint?: string): FencepostError {
  return new FencepostError('C_UNSUPPORTED', message, { ...(site && { site }), ...(hint !== undefined && { hint }) });
}
