import type { Comparison } from './compare.js';
import { shapes } from './shapes.js';

// Widths are known beforehand: a row is printed as soon as its test is done.
const VARIANT_WIDTH = Math.max(...shapes.map(({ variant }) => variant.length));
const WIDTHS = [5, VARIANT_WIDTH, 11, 8, 18, 18, 16];

export const header = row([
  'shape',
  'variant',
  'rounds',
  'seconds',
  'forbidden but seen',
  'allowed not seen',
  'not SC and seen',
  'histogram',
]);

export function rowOf(comparison: Comparison, seconds: number): string {
  const { litmus, histogram, forbidden, unseen, weak } = comparison;
  const rounds = [...histogram.values()].reduce((sum, count) => sum + count, 0);
  const list = (outcomes: readonly string[]): string => (outcomes.length === 0 ? 'none' : outcomes.join(', '));
  const counts = [...histogram].sort().map(([outcome, count]) => `${outcome}: ${count}`);
  return row([
    litmus.shape,
    litmus.variant,
    String(rounds),
    seconds.toFixed(1),
    list(forbidden),
    list(unseen),
    list(weak),
    counts.join(', '),
  ]);
}

function row(cells: readonly string[]): string {
  return cells.map((cell, i) => cell.padEnd(WIDTHS[i] ?? 0)).join('  ');
}
