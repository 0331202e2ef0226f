import { FencepostError } from '@fencepost/core';
import { codeEnded } from '../workers/code-ended.js';
import type { NoAnswer } from './conversation.js';

/** Interrupted before there was a result. */
export class Interrupted extends Error {
  constructor(file: string) {
    super(`interrupted while ${file} was being loaded`);
  }
}

/** Why a file could not be loaded or checked to the end. */
export function whyNoAnswer({ why, message }: NoAnswer, file: string, maxTime: number | undefined): FencepostError {
  switch (why) {
    case 'time':
      return new FencepostError('TIME_LIMIT', `${file} was not loaded within ${maxTime ?? 0} s`, {
        hint: 'raise --max-time: compilers may take long the first time; code that runs while it is loaded may be in an endless loop',
      });
    case 'memory':
      return new FencepostError('MEMORY_LIMIT', `${file} takes more memory to load than it may use`, {
        hint: 'raise --max-memory; if that does not help, code that runs while it is loaded may allocate without end',
      });
    case 'interrupt':
      return codeEnded('exit', file);
    default:
      return codeEnded(why, file, message);
  }
}
