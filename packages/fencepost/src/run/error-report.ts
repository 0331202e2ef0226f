import type { FencepostError } from '@fencepost/core';
import type { ErrorReport } from '@fencepost/report';

/** Returns the error that prevented a check or test, as plain data. */
export function errorReport(source: string, program: string, error: FencepostError): ErrorReport {
  const { code, message, site, hint } = error;
  return {
    ...{ source, program, code, message },
    ...(site !== undefined && { site }),
    ...(hint !== undefined && { hint }),
  };
}
