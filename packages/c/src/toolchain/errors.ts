import { FencepostError } from '@fencepost/core';

/**
 * The error for sources that the compiler rejects. Its own messages explain why, so they are printed first, unchanged.
 */
export class CompilerRejected extends FencepostError {
  constructor(
    readonly files: readonly string[],
    readonly compilerOutput: string,
    hint?: string,
  ) {
    super('C_COMPILE', `the compiler rejects ${files.join(', ')}`, hint === undefined ? {} : { hint });
  }
}

const LINES_OF_A_CRASH = 3;

/** Returns the error for a tool that crashed. Keeps only the useful part of its output. */
export function crashed(command: string, how: string, messages: string): FencepostError {
  const [said] = messages.split(/^PLEASE submit|^Stack dump/m);
  const lines = said!.trim().split('\n').slice(0, LINES_OF_A_CRASH);
  return new FencepostError('C_TOOLCHAIN', [`${command} crashed (${how})`, ...lines].join('\n').trimEnd(), {
    hint: `the program is too large for it, or this is a bug in ${command}: try a smaller program, or another version`,
  });
}

/** Returns whether a tool that exited by itself caught its own crash. */
export function hasCrashed(messages: string): boolean {
  return /^PLEASE submit a bug report|^Stack dump:/m.test(messages);
}

export function cannotStart(command: string, error: Error): FencepostError {
  return new FencepostError('C_TOOLCHAIN', `cannot start ${command}: ${error.message}`, {
    hint: 'is there enough memory for another process, and is the file executable?',
  });
}

/** Returns the error for an invalid request of the user. */
export function usageError(message: string, hint?: string): FencepostError {
  return new FencepostError('USAGE', message, hint === undefined ? {} : { hint });
}
