import type { FencepostError } from '@fencepost/core';
import type { ErrorReport } from '@fencepost/report';

/** Why a program could not be checked or tested, as plain data. */
export function errorReport(source: string, program: string, error: FencepostError): ErrorReport {
  const { code, message, site, hint } = error;
  return {
    ...{ source, program, code, message },
    ...(site !== undefined && { site }),
    ...(hint !== undefined && { hint }),
  };
}
