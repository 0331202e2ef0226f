import type { CheckReport, ErrorReport, RepairReport, Report } from '@fencepost/report';
import { version } from './version.js';

export function reportOf(
  checks: readonly CheckReport[],
  errors: readonly ErrorReport[] = [],
  repairs: readonly RepairReport[] = [],
): Report {
  return {
    ...{ version: 1, tool: `fencepost ${version()}`, checks },
    ...(errors.length > 0 && { errors }),
    ...(repairs.length > 0 && { repairs }),
  };
}
