import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TableProgram } from './table-programs.js';
import { LOCKS, RELAXED, UNFENCED } from './table-programs.js';
import type { Row } from './tables.js';
import { RELAX_HEADINGS, fixHeadings, fixRow, markdown, relaxRow } from './tables.js';

const DOCUMENT = join(import.meta.dirname, '..', '..', '..', '..', 'corpus', 'repairs.md');

export interface Table {
  readonly name: string;
  readonly command: string;
  readonly programs: readonly TableProgram[];
  readonly headings: Row;
  readonly row: (program: TableProgram) => Promise<Row>;
  /** Rows that a test compares. */
  readonly sample: readonly number[];
}

const BUFFERED = ['tso', 'pso'];
const WEAK = ['rc11', 'arm64'];

export const TABLES: readonly Table[] = [
  {
    ...{ name: 'locks', command: 'relax', programs: LOCKS, headings: RELAX_HEADINGS, sample: [5] },
    row: (program) => relaxRow(program, 'rc11'),
  },
  {
    ...{ name: 'unfenced', command: 'fix', programs: UNFENCED, headings: fixHeadings(BUFFERED), sample: [0] },
    row: (program) => fixRow(program, BUFFERED),
  },
  {
    ...{ name: 'relaxed', command: 'fix', programs: RELAXED, headings: fixHeadings(WEAK), sample: [0] },
    row: (program) => fixRow(program, WEAK),
  },
];

/** The place of a table in the document. */
const placeOf = (name: string): RegExp => new RegExp(`(?<=<!-- ${name} -->\n\n)[\\s\\S]*?(?=\n\n<!-- end -->)`);

/** The rows of a table in the document. */
export function shownRows(name: string): readonly Row[] {
  const lines = placeOf(name).exec(readFileSync(DOCUMENT, 'utf8'))![0].split('\n').slice(2);
  return lines.map((line) => line.split('|').slice(1, -1));
}

/** `npm run tables -- fix` and `npm run tables -- relax`: writes the tables of a command. */
export async function makeTables(wanted: string): Promise<void> {
  for (const { name, programs, headings, row } of TABLES.filter(({ command }) => command === wanted)) {
    const rows: Row[] = [];
    for (const program of programs) {
      rows.push(await row(program));
      console.log(rows.at(-1)!.join(' | '));
    }
    const text = readFileSync(DOCUMENT, 'utf8').replace(placeOf(name), () => markdown(headings, rows));
    writeFileSync(DOCUMENT, text);
  }
}
