import { parseTable, renderTable } from './table.js';
import type { Row } from './table.js';

/** Those with such tables. */
export const DOCUMENTS: readonly string[] = [
  'docs/evidence/benchmarks.md',
  'docs/evidence/experiments.md',
  'docs/evidence/linearizable.md',
];

const MARK = /^<!-- results: ([\w-]+) -->$/;

/** A document with each table that follows `<!-- results: NAME -->` made of the rows with that name. */
export function withTables(text: string, rowsOf: (name: string) => readonly Row[]): string {
  const lines = text.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const name = MARK.exec(lines[i]!)?.[1];
    if (name === undefined) continue;
    const start = i + 2;
    const { length } = parseTable(lines.slice(start));
    lines.splice(start, length, ...renderTable(rowsOf(name), lines[start + 1]!));
  }
  return lines.join('\n');
}

/** The names of the results that a document shows. */
export function namesIn(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => MARK.exec(line)?.[1] ?? []);
}
