import { FencepostError } from '@fencepost/core';

/** How checked code ended the thread that it ran in. */
export type CodeEnd = 'stuck' | 'error' | 'exit';

/** The error to report. `message`: of an uncaught error. */
export function codeEnded(why: CodeEnd, file: string, message = ''): FencepostError {
  switch (why) {
    case 'stuck':
      return new FencepostError('CODE_ENDED', `${file} awaits something that never happens`, {
        hint: 'look for an await at the top level of a module whose promise is never settled',
      });
    case 'error':
      return new FencepostError('CODE_ENDED', `${file} throws an error that nobody catches: ${message}`, {
        hint: 'look for a timer, an event handler or a promise outside of the checks',
      });
    case 'exit':
      return new FencepostError('CODE_ENDED', `${file} ends the process that checks it`, {
        hint: 'remove the call of process.exit()',
      });
  }
}
