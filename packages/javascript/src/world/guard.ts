import { isFencepostError, isRediscover } from '@fencepost/core';
import { SUSPENDED } from './current.js';

/** Rethrows what the program must not handle: nothing may turn it into a rejection. */
export function guard(error: unknown): void {
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- SUSPENDED is no error on purpose
  if (error === SUSPENDED || isFencepostError(error) || isRediscover(error)) throw error;
}
