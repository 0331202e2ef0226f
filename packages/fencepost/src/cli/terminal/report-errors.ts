import type { FencepostError } from '@fencepost/core';
import { errorText } from '../../errors.js';
import type { Io } from './io.js';

const MOST_ERRORS_SHOWN = 20;

/** Errors of as many files. */
export function reportErrors(errors: readonly FencepostError[], io: Io): void {
  for (const error of errors.slice(0, MOST_ERRORS_SHOWN)) io.err(errorText(error));
  const rest = errors.length - MOST_ERRORS_SHOWN;
  if (rest > 0) io.err(`… and ${rest} more files with errors\n`);
}
