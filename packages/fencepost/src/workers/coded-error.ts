import type { ErrorCode, Site } from '@fencepost/core';
import { FencepostError, isFencepostError } from '@fencepost/core';

/** A `FencepostError` as plain data: what is sent from one thread to another keeps no properties of its own. */
export interface CodedError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly site: Site | undefined;
  readonly hint: string | undefined;
  readonly compilerOutput: string | undefined;
}

export function asCoded(error: unknown): CodedError {
  if (!isFencepostError(error)) throw error;
  const { code, message, site, hint } = error;
  return {
    ...{ code, message, site, hint },
    compilerOutput: 'compilerOutput' in error ? String(error.compilerOutput) : undefined,
  };
}

export function fromCoded({ code, message, site, hint, compilerOutput }: CodedError): FencepostError {
  const error = new FencepostError(code, message, { ...(site && { site }), ...(hint !== undefined && { hint }) });
  return compilerOutput === undefined ? error : Object.assign(error, { compilerOutput });
}
