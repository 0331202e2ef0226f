import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { FencepostError } from '@fencepost/core';

/** Throws USAGE if a recording cannot be written there: the command that it is of may run for long. */
export function requireWritable(file: string): void {
  const folder = dirname(file);
  const found = statSync(file, { throwIfNoEntry: false });
  if (file === '') throw cannotWrite("''", 'this is no name');
  if (found?.isDirectory() === true) throw cannotWrite(file, 'it is a folder');
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) throw cannotWrite(file, 'its folder is not there');
  try {
    accessSync(found === undefined ? folder : file, constants.W_OK);
  } catch {
    throw cannotWrite(file, 'permission denied');
  }
}

/** What went wrong while it was written. */
export function writingFailed(file: string, error: unknown): FencepostError {
  const reason = error instanceof Error ? error.message : String(error);
  return cannotWrite(file, `${reason}; what is in the file is not complete`);
}

function cannotWrite(file: string, reason: string): FencepostError {
  return new FencepostError('USAGE', `cannot write the recording to ${file}: ${reason}`, {
    hint: '--output names another file',
  });
}
