import { FencepostError } from '@fencepost/core';

/** Version of the interface to programs that were built earlier. native/types.h has the same number. */
export const RUNTIME_VERSION = 3;
/** Exit code with which the runtime ends a program instead of steering it for a command of another version. */
export const OTHER_RUNTIME_CODE = 123;

export function otherRuntime(program: string): FencepostError {
  return new FencepostError('OTHER_RUNTIME', `${program} was built for another version of fencepost record`, {
    hint: 'build it again, in a clean folder: fencepost record -- make',
  });
}
