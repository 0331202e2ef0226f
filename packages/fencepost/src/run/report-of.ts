import type { CheckReport, ErrorReport, Report } from '@fencepost/report';
import { version } from './version.js';

export function reportOf(checks: readonly CheckReport[], errors: readonly ErrorReport[] = []): Report {
  return { version: 1, tool: `fencepost ${version()}`, checks, ...(errors.length > 0 && { errors }) };
}
