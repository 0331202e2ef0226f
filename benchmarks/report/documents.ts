import { parseTable, renderTable, textOf } from './table.js';
import type { Row } from './table.js';

/** Those with such tables. */
export const DOCUMENTS: readonly string[] = [
  'docs/evidence/benchmarks.md',
  'docs/evidence/experiments.md',
  'docs/evidence/linearizable.md',
];

/** `<!-- results: NAME -->`, or `<!-- results: NAME where COLUMN is VALUE, VALUE -->` for some of the rows. */
const MARK = /^<!-- results: ([\w-]+)(?: where (.+?) is (.+))? -->$/;

/** A document with each table that follows such a mark made of the rows with that name. */
export function withTables(text: string, rowsOf: (name: string) => readonly Row[]): string {
  const lines = text.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const [, name, column, values] = MARK.exec(lines[i]!) ?? [];
    if (name === undefined) continue;
    const shown = values?.split(', ');
    const rows = rowsOf(name).filter((row) => shown === undefined || shown.includes(textOf(row[column!]!)));
    const start = i + 2;
    const { length } = parseTable(lines.slice(start));
    lines.splice(start, length, ...renderTable(rows, lines[start + 1]!));
  }
  return lines.join('\n');
}

/** The names of the results that a document shows. */
export function namesIn(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => MARK.exec(line)?.[1] ?? []);
}
