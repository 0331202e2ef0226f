import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import type { TableProgram } from './table-programs.js';
import { LOCKS, RELAXED, UNFENCED } from './table-programs.js';
import type { Row } from './tables.js';
import { RELAX_HEADINGS, fixHeadings, fixRow, markdown, relaxRow } from './tables.js';

const DOCUMENT = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'internals', 'repairs.md');
/** `npm run relax:table` and `npm run fix:table` make the tables anew; otherwise a few rows are compared. */
const MADE = process.env['FENCEPOST_TABLES'] ?? '';

interface Table {
  readonly name: string;
  readonly command: string;
  readonly programs: readonly TableProgram[];
  readonly headings: Row;
  readonly row: (program: TableProgram) => Promise<Row>;
  /** Compared in any case. */
  readonly sample: readonly number[];
}

const BUFFERED = ['tso', 'pso'];
const WEAK = ['rc11', 'arm64'];

const TABLES: readonly Table[] = [
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

/** Without seconds and alignment. */
function comparable(row: Row, headings: Row): string {
  return row.flatMap((cell, i) => (headings[i] === 'CPU s' ? [] : [cell.trim()])).join(' | ');
}

describe.skipIf(!canCompile)('the tables of repairs', { timeout: 7_200_000 }, () => {
  it.each(TABLES)('$name', async ({ name, command, programs, headings, row, sample }) => {
    const text = readFileSync(DOCUMENT, 'utf8');
    if (MADE === command) {
      const rows: Row[] = [];
      for (const program of programs) {
        rows.push(await row(program));
        process.stdout.write(`${rows.at(-1)!.join(' | ')}\n`);
      }
      writeFileSync(
        DOCUMENT,
        readFileSync(DOCUMENT, 'utf8').replace(placeOf(name), () => markdown(headings, rows)),
      );
      return;
    }
    const lines = placeOf(name).exec(text)![0].split('\n').slice(2);
    const shown = lines.map((line) => comparable(line.split('|').slice(1, -1), headings));
    expect(shown.length).toBe(programs.length);
    for (const i of sample) expect(shown[i]).toBe(comparable(await row(programs[i]!), headings));
  });
});
