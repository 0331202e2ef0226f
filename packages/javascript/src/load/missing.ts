import { modules } from '#host/modules';
import { paths } from '#host/paths';
import { FencepostError, isFencepostError } from '@fencepost/core';
import type { ModuleSource } from './source.js';

/** Returns the error for an import that cannot be resolved. */
export function missingImport(
  source: ModuleSource,
  { specifier, reason }: { readonly specifier: string; readonly reason: string },
  shown: string,
): FencepostError {
  const details = reason.startsWith('Cannot find module') ? '' : `: ${reason}`;
  return importError(source, specifier, shown, `cannot find '${specifier}'${details}`, hintFor(specifier));
}

function hintFor(specifier: string): string {
  if (specifier.startsWith('#')) return 'Is it in the `imports` of package.json?';
  if (specifier.includes('?')) return 'Suffixes for bundlers (`?raw`, `?worker`) are not supported.';
  if (specifier.startsWith('.') || paths.isAbsolute(specifier)) return 'Are the path and the extension correct?';
  return modules.hints.missing;
}

/** Returns the error for an imported name that is not exported. */
export function missingExport(source: ModuleSource, specifier: string, name: string, shown: string): FencepostError {
  return importError(source, specifier, shown, `'${specifier}' does not export '${name}'`);
}

function importError(
  source: ModuleSource,
  specifier: string,
  shown: string,
  message: string,
  hint?: string,
): FencepostError {
  const line = source.lineOf(specifier);
  const hinted = hint === undefined ? {} : { hint };
  // An import that the user did not write has no line.
  if (line === undefined) return new FencepostError('JS_MODULE', `${message}, imported by ${shown}`, hinted);
  return new FencepostError('JS_MODULE', message, { site: { file: shown, line }, ...hinted });
}

/** Returns an error with Node's code, which programs test for. */
export function moduleNotFound(
  specifier: string,
  from: string,
  code: 'MODULE_NOT_FOUND' | 'ERR_MODULE_NOT_FOUND',
): Error {
  const where = code === 'MODULE_NOT_FOUND' ? `\nRequire stack:\n- ${from}` : ` imported from ${from}`;
  return Object.assign(new Error(`Cannot find module '${specifier}'${where}`), { code });
}

/** Converts an error in a module's text, so that it has the file name as shown to users. */
export function asShown(error: unknown, file: string, shown: string): unknown {
  if (error instanceof SyntaxError) return new FencepostError('JS_SYNTAX', `${shown}: ${error.message}`);
  if (!isFencepostError(error) || error.site?.file !== file) return error;
  const { code, message, site, hint } = error;
  return new FencepostError(code, message, { site: { ...site, file: shown }, ...(hint === undefined ? {} : { hint }) });
}
