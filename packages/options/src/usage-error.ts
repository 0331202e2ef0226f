import { FencepostError } from '@fencepost/core';

/** What is wrong with a command line, a configuration or an input. */
export function usageError(message: string, hint?: string): FencepostError {
  return new FencepostError('USAGE', message, hint === undefined ? {} : { hint });
}
