import type { Site } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';

/** Returns the error for something in the program that cannot be modelled. */
export function refusal(site: Site | undefined, message: string, hint?: string): FencepostError {
  return new FencepostError('JS_UNSUPPORTED', message, {
    ...(site === undefined ? {} : { site }),
    ...(hint === undefined ? {} : { hint }),
  });
}
