import type { Stats } from 'node:fs';
import { accessSync, constants, fstatSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { FencepostError } from '@fencepost/core';

/** The output for a recording that another command reads. */
export const STANDARD_OUTPUT = '-';

/**
 * Throws USAGE if a recording cannot be written there. Checked first, because the recorded command may run for long.
 */
export function requireWritable(file: string): void {
  if (file === STANDARD_OUTPUT) {
    if (isTerminal(fstatSync(1))) throw cannotWrite(file, 'it is a terminal');
    return;
  }
  const folder = dirname(file);
  const found = statSync(file, { throwIfNoEntry: false });
  if (file === '') throw cannotWrite("''", 'this is not a file name');
  const unfit = found === undefined ? undefined : unfitness(found);
  if (unfit !== undefined) throw cannotWrite(file, unfit);
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) throw cannotWrite(file, 'its folder does not exist');
  try {
    accessSync(found === undefined ? folder : file, constants.W_OK);
  } catch {
    throw cannotWrite(file, 'permission denied');
  }
}

/** Returns why this file cannot hold a recording. Opening a pipe would block until it has a reader. */
function unfitness(found: Stats): string | undefined {
  if (found.isDirectory()) return 'it is a folder';
  if (found.isFIFO()) return 'it is a pipe; --output - writes to standard output';
  if (found.isSocket()) return 'it is a socket';
  if (isOutput(found)) return "it is the command's own output";
  return undefined;
}

/**
 * Returns whether the file is the output of this command. A device that discards its input, such as /dev/null, is
 * harmless.
 */
function isOutput(found: Stats): boolean {
  if (!found.isFile() && !isTerminal(found)) return false;
  return [1, 2].some((descriptor) => {
    try {
      const { dev, ino } = fstatSync(descriptor);
      return dev === found.dev && ino === found.ino;
    } catch {
      // The descriptor is closed.
      return false;
    }
  });
}

/** Recognises a terminal by its device number on Linux. */
function isTerminal(found: Stats): boolean {
  const major = Math.floor(found.rdev / 256) % 4096;
  return found.isCharacterDevice() && (major === 4 || major === 5 || (major >= 136 && major <= 143));
}

/** Returns the error for a failure while writing. */
export function writingFailed(file: string, error: unknown): FencepostError {
  const reason = error instanceof Error ? error.message : String(error);
  return cannotWrite(file, `${reason}; the file is incomplete`);
}

function cannotWrite(file: string, reason: string): FencepostError {
  const where = file === STANDARD_OUTPUT ? 'standard output' : file;
  return new FencepostError('USAGE', `cannot write the recording to ${where}: ${reason}`, {
    hint: 'choose another file with --output',
  });
}
