import { FencepostError } from '@fencepost/core';

/** Returns an error for test runners, which show only the message of an error. */
export function refusal(message: string, hint: string): FencepostError {
  return new FencepostError('USAGE', `${message}\n  hint: ${hint}`, { hint });
}
