import { canCompile } from '@fencepost/testing/compiled';
import { describe, expect, it } from 'vitest';
import { TABLES, shownRows } from './document.js';
import type { Row } from './tables.js';

// A few rows; `npm run tables -- relax` and `npm run tables -- fix` write the tables.

/** Without seconds and alignment. */
function comparable(row: Row, headings: Row): string {
  return row.flatMap((cell, i) => (headings[i] === 'CPU s' ? [] : [cell.trim()])).join(' | ');
}

describe.skipIf(!canCompile)('the tables of repairs', { timeout: 300_000 }, () => {
  it.each(TABLES)('$name', async ({ name, programs, headings, row, sample }) => {
    const shown = shownRows(name).map((each) => comparable(each, headings));
    expect(shown.length).toBe(programs.length);
    for (const i of sample) expect(shown[i]).toBe(comparable(await row(programs[i]!), headings));
  });
});
