import type { CheckReport, Report } from '@fencepost/report';
import { version } from './version.js';

export function reportOf(checks: readonly CheckReport[]): Report {
  return { version: 1, tool: `fencepost ${version()}`, checks };
}
