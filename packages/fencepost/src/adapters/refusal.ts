import { FencepostError } from '@fencepost/core';

/** An error for test runners, which show no more of one than its message. */
export function refusal(message: string, hint: string): FencepostError {
  return new FencepostError('USAGE', `${message}\n  hint: ${hint}`, { hint });
}
