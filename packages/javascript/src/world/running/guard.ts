import { isFencepostError, isRestart } from '@fencepost/core';
import { SUSPENDED, current } from './current.js';
import { tidyMessage } from '../context/messages.js';

/** Rethrows an exception that the program must not handle, and that must not become a rejection. */
export function guard(error: unknown): void {
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- SUSPENDED is intentionally not an error
  if (error === SUSPENDED || isFencepostError(error) || isRestart(error)) throw error;
  if (current.world !== undefined) tidyMessage(error, current.world.context.sites);
}
