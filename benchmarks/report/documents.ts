import { parseTable, renderTable, textOf } from './table.js';
import type { Row } from './table.js';

/** Pages with generated tables. */
export const DOCUMENTS: readonly string[] = [
  'docs/evidence/benchmarks.md',
  'docs/evidence/experiments.md',
  'docs/evidence/linearizable.md',
  'docs/evidence/programs.md',
];

/**
 * `<!-- results: NAME -->`. For some of the columns: `NAME columns TITLE; TITLE`. For some of the rows:
 * `NAME where TITLE is VALUE; VALUE and TITLE is VALUE`.
 */
const MARK = /^<!-- results: ([\w-]+)(?: columns (.+?))?(?: where (.+))? -->$/;

type Condition = (row: Row) => boolean;

function conditionsOf(text: string | undefined): readonly Condition[] {
  return (text?.split(' and ') ?? []).map((condition) => {
    const [title = '', values = ''] = condition.split(' is ');
    return (row) => values.split('; ').includes(textOf(row[title]!));
  });
}

/** A document with each table that follows such a mark made of the rows with that name. */
export function withTables(text: string, rowsOf: (name: string) => readonly Row[]): string {
  const lines = text.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const [, name, columns, conditions] = MARK.exec(lines[i]!) ?? [];
    if (name === undefined) continue;
    const holds = conditionsOf(conditions);
    const rows = rowsOf(name).filter((row) => holds.every((condition) => condition(row)));
    const shown = columns?.split('; ');
    const start = i + 2;
    const { length } = parseTable(lines.slice(start));
    const cells = rows.map((row) => (shown === undefined ? row : pick(row, shown)));
    lines.splice(start, length, ...renderTable(cells, lines[start + 1]!));
  }
  return lines.join('\n');
}

function pick(row: Row, titles: readonly string[]): Row {
  return Object.fromEntries(
    titles.map((title) => {
      if (row[title] === undefined) throw new Error(`no column ${title}`);
      return [title, row[title]];
    }),
  );
}

/** The names of the results that a document shows. */
export function namesIn(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => MARK.exec(line)?.[1] ?? []);
}
