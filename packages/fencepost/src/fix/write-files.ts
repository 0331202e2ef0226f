import { accessSync, constants, writeFileSync } from 'node:fs';
import type { ChangedFile } from '@fencepost/fix';
import { edited } from '@fencepost/fix';
import { usageError } from '../errors.js';
import { reasonOf } from '../files/reasons.js';
import { readText } from '../files/files.js';

/** Writes all files, or none if one of them cannot be written or was changed since it was read. */
export function writeFiles(files: readonly ChangedFile[]): void {
  for (const { path, text } of files) {
    attempt(path, () => {
      accessSync(path, constants.W_OK);
    });
    if (readText(path) !== text) throw usageError(`${path} changed in the meantime`, 'run fencepost fix again');
  }
  for (const { path, text, edits } of files) {
    attempt(path, () => {
      writeFileSync(path, edited(text, edits));
    });
  }
}

function attempt(path: string, action: () => void): void {
  try {
    action();
  } catch (error) {
    throw usageError(`cannot write ${path}: ${reasonOf(error)}`, 'without --write, the change is only printed');
  }
}
