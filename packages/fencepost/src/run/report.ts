import { version } from './version.js';

export const FORMATS = ['text', 'json'] as const;
export type Format = (typeof FORMATS)[number];

/** What `fencepost check` can print. */
export const CHECK_FORMATS = [...FORMATS, 'sarif', 'junit', 'github', 'dot'] as const;
export type CheckFormat = (typeof CHECK_FORMATS)[number];

/** What `fencepost check` can write to a file. */
export const REPORT_FORMATS = ['html', ...CHECK_FORMATS] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** The object that `--format json` prints. */
export function jsonReport(checks: readonly object[], more: object = {}): string {
  return JSON.stringify({ version: 1, tool: `fencepost ${version()}`, checks, ...more }, undefined, 2);
}

/** Lines of one width for what comes first, so that the columns stay in place. */
export function widest(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => text.length));
}
