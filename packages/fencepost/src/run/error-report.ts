import { basename } from 'node:path';
import type { FencepostError, Site } from '@fencepost/core';
import type { ErrorReport } from '@fencepost/report';

/** Returns the error that prevented a check or test, as plain data. */
export function errorReport(source: string, program: string, error: FencepostError): ErrorReport {
  const { code, hint } = error;
  const [first, ...others] = error.site === undefined && 'compilerOutput' in error ? errorsIn(String(error.compilerOutput)) : []; // prettier-ignore
  const site = error.site ?? first?.site;
  const more = others
    .slice(0, MOST_OTHERS)
    .map(({ site: { file, line }, message: text }) => `\n${file}:${line}: ${text}`);
  const message = first === undefined ? error.message : `${error.message}: ${first.message}${more.join('')}`;
  return {
    ...{ source, program, code, message },
    ...(site !== undefined && { site }),
    ...(hint !== undefined && { hint }),
  };
}

/** The same for a file that could not be loaded, and so has no programs. */
export function fileErrorReport(file: string, error: FencepostError): ErrorReport {
  return errorReport(file, basename(file), error);
}

/** Further errors of a compiler that are told: those after them are often consequences. */
const MOST_OTHERS = 4;

/** Returns the errors that a compiler printed: `queue.c:12:3: error: …`. */
function errorsIn(output: string): { readonly site: Site; readonly message: string }[] {
  const found = output.matchAll(/^(.+?):(\d+):(\d+): (?:fatal )?error: (.*)$/gm);
  return [...found].map(([, file = '', line = '', column = '', message = '']) => ({
    site: { file, line: Number(line), column: Number(column) },
    message,
  }));
}
