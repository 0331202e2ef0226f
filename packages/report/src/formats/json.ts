import { printableJson } from '@fencepost/core';
import type { Report } from '../values/report.js';

/** Returns the report as JSON, described by `schema/report.schema.json`. Undefined properties are absent. */
export function jsonReport(report: Report): string {
  return `${printableJson(report, 2)}\n`;
}
