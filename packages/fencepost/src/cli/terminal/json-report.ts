import { printableJson } from '@fencepost/core';
import { version } from '../../run/version.js';

/** The object that `--format json` prints. */
export function jsonReport(checks: readonly object[], more: object = {}): string {
  return printableJson({ version: 1, tool: `fencepost ${version()}`, checks, ...more }, 2);
}

/** Lines of one width for what comes first, so that the columns stay in place. */
export function widest(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => text.length));
}
