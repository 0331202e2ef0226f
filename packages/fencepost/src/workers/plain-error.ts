import type { ErrorCode, Site } from '@fencepost/core';
import { FencepostError, isFencepostError } from '@fencepost/core';

/** An error as plain data for another thread. Without a code it is a bug. */
export interface PlainError {
  readonly code: ErrorCode | undefined;
  readonly message: string;
  readonly stack: string | undefined;
  readonly site: Site | undefined;
  readonly hint: string | undefined;
  readonly compilerOutput: string | undefined;
}

/** Converts an error to plain data. */
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

/** Restores the error. */
export function errorFrom({ code, message, stack, site, hint, compilerOutput }: PlainError): Error {
  if (code === undefined) return Object.assign(new Error(message), { stack });
  const error = new FencepostError(code, message, { ...(site && { site }), ...(hint !== undefined && { hint }) });
  return compilerOutput === undefined ? error : Object.assign(error, { compilerOutput });
}

/** Restores an error that must have a code. */
export function codedErrorFrom(plain: PlainError): FencepostError {
  const error = errorFrom(plain);
  if (!isFencepostError(error)) throw error;
  return error;
}
