import { printableJson } from '@fencepost/core';
import type { Report } from '../values/report.js';

/** The report as it is; `schema/report.schema.json` describes it. Undefined properties are absent. */
export function jsonReport(report: Report): string {
  return `${printableJson(report, 2)}\n`;
}
