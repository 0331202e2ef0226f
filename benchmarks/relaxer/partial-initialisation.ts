import { readFileSync } from 'node:fs';
import type { Label } from '@fencepost/core';
import type { ActiveResult } from '@fencepost/explore';

/** In all our data structures, a node that is not shared yet is called so. */
const INITIALISES = /^\s*node->\w+ = /;

/** Was there a harmful cycle whose delayed store initialises a node: was one seen that was not complete yet? */
export function foundPartialInitialisation({ cycles, states }: ActiveResult): boolean {
  return cycles.some(
    ({ labels, confirmed, harmful }) =>
      confirmed > 0 &&
      harmful.length > 0 &&
      labels.some((label, i) => i % 2 === 0 && initialises(states.labels.get(label))),
  );
}

function initialises({ kind, site }: Label): boolean {
  if (kind !== 'store' || site === undefined) return false;
  return INITIALISES.test(linesOf(site.file)[site.line - 1] ?? '');
}

const known = new Map<string, readonly string[]>();

function linesOf(file: string): readonly string[] {
  const lines = known.get(file) ?? readFileSync(file, 'utf8').split('\n');
  known.set(file, lines);
  return lines;
}
