import type { ErrorCode, FencepostError } from '@fencepost/core';
import { isLimit } from '@fencepost/report';
import { INCONCLUSIVE, INPUT_ERROR } from '../../exit-codes.js';
import type { Io } from './io.js';
import { shownError } from './shown-error.js';

const MOST_ERRORS_SHOWN = 20;

/** Whether files only exceeded limits, which is not an error in a file. */
export function areLimits(errors: readonly { readonly code: ErrorCode }[]): boolean {
  return errors.every(isLimit);
}

/** Prints the errors of files or programs, each text once, and returns the exit code. */
export function reportErrors(errors: readonly FencepostError[], io: Io): number {
  const texts = [...new Set(errors.map((error) => shownError(error, io)))];
  for (const text of texts.slice(0, MOST_ERRORS_SHOWN)) io.err(text);
  const rest = texts.length - MOST_ERRORS_SHOWN;
  if (rest > 0) io.err(`… and ${rest} more errors\n`);
  return areLimits(errors) ? INCONCLUSIVE : INPUT_ERROR;
}
