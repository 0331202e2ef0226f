import { FencepostError } from '@fencepost/core';

/** What we have to agree on with programs that were built earlier. native/types.h has the same number. */
export const RUNTIME_VERSION = 1;
/** The runtime ends a program with this code rather than steer it for a command of another version. */
export const OTHER_RUNTIME_CODE = 123;

export function otherRuntime(program: string): FencepostError {
  return new FencepostError('OTHER_RUNTIME', `${program} was built for another version of fencepost record`, {
    hint: 'build it again, in a clean folder: fencepost record -- make',
  });
}
