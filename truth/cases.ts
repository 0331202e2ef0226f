import type { Results, Row } from './results.js';
import type { Case } from './set.js';

/** Returns this many cases, evenly spread. */
export function sampled(from: readonly Case[], count: number): Case[] {
  const step = Math.max(1, from.length / count);
  return Array.from({ length: Math.min(count, from.length) }, (_, i) => from[Math.floor(i * step)]!);
}

/** Returns the cases that have no result yet. */
export function missing(cases: readonly Case[], results: Results): Case[] {
  return cases.filter(({ id }) => results.get(id) === undefined);
}

/** Returns the results of these cases, as far as there are any. */
export function recorded(cases: readonly Case[], results: Results): Row[] {
  return cases.flatMap(({ id }) => results.get(id) ?? []);
}
