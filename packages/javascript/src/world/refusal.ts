import type { Site } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';

/** Something that the program does there and that cannot be modelled. */
export function refusal(site: Site | undefined, message: string, hint?: string): FencepostError {
  return new FencepostError('JS_UNSUPPORTED', message, {
    ...(site === undefined ? {} : { site }),
    ...(hint === undefined ? {} : { hint }),
  });
}
