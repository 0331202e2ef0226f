import type { Stats } from 'node:fs';
import { accessSync, constants, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { FencepostError } from '@fencepost/core';
import { choose } from '../cli/terminal/arguments.js';
import { codeOf, errorText, usageError } from '../errors.js';
import type { Io } from '../cli/terminal/io.js';
import type { ReportFormat } from './report.js';
import { REPORT_FORMATS } from './report.js';

export interface ReportFile {
  readonly format: ReportFormat;
  readonly file: string;
}

/** `html=out.html`, as `--report` takes it. */
export function parseReportFile(text: string): ReportFile {
  const equals = text.indexOf('=');
  if (equals < 0) throw usageError(`--report ${text} names no file`, `write --report FORMAT=FILE: ${exampleFor(text)}`);
  return reportFile(text.slice(0, equals), text.slice(equals + 1));
}

export function reportFile(name: string, file: string): ReportFile {
  const format = choose(name, REPORT_FORMATS, 'format');
  if (file === '') throw usageError(`the ${format} report has no file`, `give it a name: ${exampleFor(format)}`);
  if (file === '-') {
    throw usageError(
      `the ${format} report cannot go to standard output`,
      format === 'html'
        ? `give it a file: ${exampleFor(format)}`
        : `to print it instead of the text: --format ${format}`,
    );
  }
  return { format, file };
}

function exampleFor(text: string): string {
  const format = REPORT_FORMATS.find((known) => known === text) ?? 'html';
  return `${format}=fencepost.${EXTENSIONS[format]}`;
}

const EXTENSIONS: Readonly<Record<ReportFormat, string>> = {
  html: 'html',
  text: 'txt',
  json: 'json',
  sarif: 'sarif',
  junit: 'xml',
  github: 'txt',
  dot: 'dot',
};

/** Refuses reports that would overwrite one another, or what is checked. */
export function checkDistinct(reports: readonly ReportFile[], inputs: readonly string[]): void {
  const taken = new Map(inputs.map((path) => [resolve(path), 'is a file to check']));
  for (const { format, file } of reports) {
    const path = resolve(file);
    const use = taken.get(path);
    if (use !== undefined) {
      throw usageError(`the ${format} report cannot go to ${file}: it ${use}`, 'give the report a file of its own');
    }
    taken.set(path, `is the file of the ${format} report`);
  }
}

/** Throws if a report cannot be written: said before the search, as that may take long. */
export function checkWritable(reports: readonly ReportFile[]): void {
  for (const { format, file } of reports) {
    const folder = dirname(resolve(file));
    let found: { readonly folder: Stats | undefined; readonly file: Stats | undefined };
    try {
      found = { folder: statOf(folder), file: statOf(file) };
      if (found.folder !== undefined) accessSync(found.file === undefined ? folder : file, constants.W_OK);
    } catch (error) {
      throw cannotWrite(format, file, reasonOf(error));
    }
    if (found.folder === undefined) {
      throw cannotWrite(format, file, `there is no folder ${folder}`, `make it: mkdir -p ${folder}`);
    }
    if (found.file?.isDirectory() === true) {
      throw cannotWrite(format, file, 'it is a folder', 'add the name of a file in it');
    }
  }
}

/** undefined: there is nothing. `throwIfNoEntry` would do, but newer Nodes then also hide that a part of the path is no folder. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes each; says which could not be written, and whether all were. What was found is on standard output by then. */
export async function writeReports(
  reports: readonly ReportFile[],
  render: (format: ReportFormat) => Promise<string> | string,
  io: Io,
): Promise<boolean> {
  let all = true;
  for (const { format, file } of reports) {
    const text = await render(format);
    try {
      // Opened by its name, standard output would be emptied first where it is a file.
      if (file === '/dev/stdout') await io.out(text);
      else await writeFile(file, text);
    } catch (error) {
      all = false;
      io.err(errorText(cannotWrite(format, file, reasonOf(error))));
    }
  }
  return all;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ENOENT: 'its folder is not there',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'the disk is full, and what is in the file is not complete',
  ENOTDIR: 'a part of its path is no folder',
  EROFS: 'the disk is read-only',
};

function reasonOf(error: unknown): string {
  return REASONS[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));
}

function cannotWrite(
  format: ReportFormat,
  file: string,
  reason: string,
  hint = 'write it somewhere else',
): FencepostError {
  return usageError(`cannot write the ${format} report to ${file}: ${reason}`, hint);
}
