import type { Results, Row } from './results.js';
import type { Case } from './set.js';

/** Returns this many cases, evenly spread. */
export function sampled(from: readonly Case[], count: number): Case[] {
  const step = Math.max(1, from.length / count);
  return Array.from({ length: Math.min(count, from.length) }, (_, i) => from[Math.floor(i * step)]!);
}

/** Returns the cases whose names contain each word of the text. */
export function named(cases: readonly Case[], text: string): Case[] {
  const words = text.split(' ');
  return cases.filter(({ id }) => words.every((word) => id.includes(word)));
}

/** Returns the cases that have no result yet; with a limit, also those that were undecided under another one. */
export function missing(cases: readonly Case[], results: Results, limit?: string): Case[] {
  return cases.filter(({ id }) => {
    const row = results.get(id);
    return row === undefined || (limit !== undefined && row.answer === null && row.limit !== limit);
  });
}

/** Returns the results of these cases, as far as there are any. */
export function recorded(cases: readonly Case[], results: Results): Row[] {
  return cases.flatMap(({ id }) => results.get(id) ?? []);
}
