import type { Stats } from 'node:fs';
import { accessSync, constants, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { FencepostError } from '@fencepost/core';
import type { ReportFile } from '../../formats/report-file.js';
import { codeOf, errorText, usageError } from '../../errors.js';
import { reasonOf } from '../../files/reasons.js';
import type { Io } from '../terminal/io.js';

/** Throws if a report cannot be written. Called before the search, which may take long. */
export function checkWritable(reports: readonly ReportFile[]): void {
  for (const { format, file } of reports) {
    const folder = dirname(resolve(file));
    let found: { readonly folder: Stats | undefined; readonly file: Stats | undefined };
    try {
      found = { folder: statOf(folder), file: statOf(file) };
      if (found.folder !== undefined) accessSync(found.file === undefined ? folder : file, constants.W_OK);
    } catch (error) {
      throw cannotWrite(format, file, whyNotWritten(error));
    }
    if (found.folder === undefined) {
      throw cannotWrite(format, file, `there is no folder ${folder}`, `create it: mkdir -p ${folder}`);
    }
    if (found.file?.isDirectory() === true) {
      throw cannotWrite(format, file, 'it is a folder', 'add a file name');
    }
  }
}

/**
 * Returns undefined if nothing exists there. `throwIfNoEntry` would work too, but newer versions of Node then also hide
 * that a part of the path is not a folder.
 */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Writes each report, prints an error for each that cannot be written, and returns whether all were written. By then,
 * the findings are already on standard output.
 */
export async function writeReports(
  reports: readonly ReportFile[],
  render: (format: string) => Promise<string> | string,
  io: Io,
): Promise<boolean> {
  let all = true;
  for (const { format, file } of reports) {
    const text = await render(format);
    try {
      // Opening /dev/stdout by name would truncate standard output if it is a file.
      if (file === '/dev/stdout') await io.out(text);
      else await writeFile(file, text);
    } catch (error) {
      all = false;
      io.err(errorText(cannotWrite(format, file, whyNotWritten(error))));
    }
  }
  return all;
}

/** Describes the error in words that fit writing a file. */
function whyNotWritten(error: unknown): string {
  if (codeOf(error) === 'ENOENT') return 'its folder does not exist';
  return codeOf(error) === 'ENOSPC' ? 'the disk is full, so the file is incomplete' : reasonOf(error);
}

function cannotWrite(format: string, file: string, reason: string, hint = 'choose another path'): FencepostError {
  return usageError(`cannot write the ${format} report to ${file}: ${reason}`, hint);
}
