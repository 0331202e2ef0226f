import { resolve } from 'node:path';
import { usageError } from '../errors.js';
import { FORMATS } from './formats.js';

/** A report to be written to a file. */
export interface ReportFile {
  readonly format: string;
  readonly file: string;
}

/** Parses an argument of `--report`, such as `html=out.html`. */
export function parseReportFile(text: string): ReportFile {
  const equals = text.indexOf('=');
  if (equals < 0) throw usageError(`--report ${text} names no file`, `write --report FORMAT=FILE: ${exampleFor(text)}`);
  return reportFile(text.slice(0, equals), text.slice(equals + 1));
}

export function reportFile(name: string, file: string): ReportFile {
  const { name: format, onlyToFile = false } = FORMATS.named(name);
  if (file === '') throw usageError(`the ${format} report has no file`, `give it a name: ${exampleFor(format)}`);
  if (file === '-') {
    throw usageError(
      `the ${format} report cannot go to standard output`,
      onlyToFile ? `give it a file: ${exampleFor(format)}` : `to print it instead of the text: --format ${format}`,
    );
  }
  return { format, file };
}

function exampleFor(name: string): string {
  const format = FORMATS.all().find((known) => known.name === name) ?? FORMATS.named('html');
  return `${format.name}=fencepost.${format.extension}`;
}

/** Rejects reports that would overwrite each other or an input file. */
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
