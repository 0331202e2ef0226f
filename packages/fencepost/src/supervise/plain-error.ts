import { FencepostError, isFencepostError } from '@fencepost/core';
import type { PlainError } from './messages.js';

/** An error as it is sent. */
export function plainError(error: unknown): PlainError {
  const isError = error instanceof Error;
  const coded = isFencepostError(error) ? error : undefined;
  return {
    code: coded?.code,
    message: isError ? error.message : String(error),
    stack: isError ? error.stack : undefined,
    site: coded?.site,
    hint: coded?.hint,
    compilerOutput: coded && 'compilerOutput' in coded ? String(coded.compilerOutput) : undefined,
  };
}

/** The error again. */
export function errorFrom({ code, message, stack, site, hint, compilerOutput }: PlainError): Error {
  if (code === undefined) return Object.assign(new Error(message), { stack });
  const error = new FencepostError(code, message, { ...(site && { site }), ...(hint !== undefined && { hint }) });
  return compilerOutput === undefined ? error : Object.assign(error, { compilerOutput });
}
