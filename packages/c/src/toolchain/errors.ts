import { FencepostError } from '@fencepost/core';

/** The compiler does not accept the sources. Its own words say why, so they are to be printed first, unchanged. */
export class CompilerRejected extends FencepostError {
  constructor(
    readonly files: readonly string[],
    readonly compilerOutput: string,
    hint?: string,
  ) {
    super('C_COMPILE', `the compiler rejects ${files.join(', ')}`, hint === undefined ? {} : { hint });
  }
}

/** The user has asked for something that makes no sense. */
export function usageError(message: string, hint?: string): FencepostError {
  return new FencepostError('USAGE', message, hint === undefined ? {} : { hint });
}
