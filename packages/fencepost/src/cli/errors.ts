import { FencepostError, formatError } from '@fencepost/core';

export function usageError(message: string, hint?: string): FencepostError {
  return new FencepostError('USAGE', message, hint === undefined ? {} : { hint });
}

/** What the user sees of an error: it starts with its place in a file or, without one, with our name. */
export function errorText(error: FencepostError): string {
  return `${error.site === undefined ? 'fencepost: ' : ''}${formatError(error)}\n`;
}
