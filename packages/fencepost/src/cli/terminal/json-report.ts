import { printableJson } from '@fencepost/core';
import { version } from '../../run/version.js';

/** Returns the object that `--format json` prints. */
export function jsonReport(checks: readonly object[], more: object = {}): string {
  return printableJson({ version: 1, tool: `fencepost ${version()}`, checks, ...more }, 2);
}

/** Returns the length of the longest text, for aligning columns. */
export function widest(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => text.length));
}
