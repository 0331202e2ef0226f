import { FencepostError } from '@fencepost/core';
import type { Ended } from '@fencepost/workers';

/** The user interrupted the run before it had a result. */
export class Interrupted extends Error {
  constructor(file: string) {
    super(`interrupted while ${file} was being loaded`);
  }
}

/** Returns the reason for the end of a job, as in reports; undefined if its own code ended it. */
export function stoppedBy({ kind }: Pick<Ended<unknown>, 'kind'>): 'time' | 'memory' | 'interrupt' | undefined {
  if (kind === 'timeout') return 'time';
  if (kind === 'out-of-memory') return 'memory';
  return kind === 'interrupted' ? 'interrupt' : undefined;
}

/** Returns the error for `what` if its own code kept it from completing. */
export function codeEnded({ kind, error }: Ended<unknown>, what: string): FencepostError {
  switch (kind) {
    case 'stuck':
      return new FencepostError('CODE_ENDED', `${what} awaits a promise that never settles`, {
        hint: 'look for an await at the top level of a module whose promise is never settled',
      });
    case 'failed':
      return new FencepostError('CODE_ENDED', `${what} throws an uncaught error: ${error?.message ?? ''}`, {
        hint: 'look for a timer, an event handler or a promise outside of the checks',
      });
    default:
      return new FencepostError('CODE_ENDED', `${what} ends the process that checks it`, {
        hint: 'remove the call to process.exit()',
      });
  }
}

/** Returns the error for a file that could not be loaded. */
export function whyNotLoaded(ended: Ended<unknown>, file: string, maxTime: number | undefined): FencepostError {
  switch (stoppedBy(ended)) {
    case 'time':
      return new FencepostError('TIME_LIMIT', `${file} was not loaded within ${maxTime ?? 0} s`, {
        hint: 'raise --max-time: compilers may take long the first time; code that runs at load time may be in an endless loop',
      });
    case 'memory':
      return new FencepostError('MEMORY_LIMIT', `${file} exceeded the memory limit while it was loaded`, {
        hint: 'raise --max-memory; if that does not help, code that runs at load time may allocate endlessly',
      });
    default:
      return codeEnded(ended, file);
  }
}
