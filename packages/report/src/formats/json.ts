import { printableJson } from '@fencepost/core';
import type { Report } from '../values/report.js';

/** The report as it is; `schema/report.schema.json` describes it. What is undefined in the report is absent. */
export function jsonReport(report: Report): string {
  return `${printableJson(report, 2)}\n`;
}
