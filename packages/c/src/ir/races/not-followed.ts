import { isFencepostError } from '@fencepost/core';
import { NotFollowed } from './operations.js';

/** Returns the answer of an analysis, or what it could not follow in the program. */
export function orNotFollowed(analyse: () => string | undefined): string | undefined {
  try {
    return analyse();
  } catch (error) {
    if (error instanceof NotFollowed) return `not followed: ${error.message}`;
    if (isFencepostError(error)) return error.message;
    throw error;
  }
}
