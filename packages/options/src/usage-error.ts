import { FencepostError } from '@fencepost/core';

/** Returns an error about a command line, a configuration or an input. */
export function usageError(message: string, hint?: string): FencepostError {
  return new FencepostError('USAGE', message, hint === undefined ? {} : { hint });
}
