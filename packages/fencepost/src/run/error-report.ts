import { basename } from 'node:path';
import type { FencepostError, Site } from '@fencepost/core';
import type { ErrorReport } from '@fencepost/report';

/** Returns the error that prevented a check or test, as plain data. */
export function errorReport(source: string, program: string, error: FencepostError): ErrorReport {
  const { code, hint } = error;
  const compiler = error.site === undefined && 'compilerOutput' in error ? firstError(String(error.compilerOutput)) : undefined; // prettier-ignore
  const site = error.site ?? compiler?.site;
  const message = compiler === undefined ? error.message : `${error.message}: ${compiler.message}`;
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

/** Returns the first error that a compiler printed: `queue.c:12:3: error: …`. */
function firstError(output: string): { readonly site: Site; readonly message: string } | undefined {
  const found = /^(.+?):(\d+):(\d+): (?:fatal )?error: (.*)$/m.exec(output);
  if (found === null) return undefined;
  const [, file = '', line = '', column = '', message = ''] = found;
  return { site: { file, line: Number(line), column: Number(column) }, message };
}
