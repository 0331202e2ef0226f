import { describe, expect, it } from 'vitest';
import { markdownReport } from '../../src/formats/markdown.js';
import { ODD, REPORTS } from './samples.js';

/** The lines of a table, as cells. */
function cellsOf(text: string): string[][] {
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe('Markdown', () => {
  it('has a row for each program and a column for each model', () => {
    const [head, rule, row, ...more] = cellsOf(markdownReport(REPORTS['failing']!));
    expect(head).toEqual(['Program', 'SC', 'PSO']);
    expect(rule).toEqual(['---', '---', '---']);
    expect(row).toEqual(['<code>./src/mp.c</code>', 'safe', '**fails, not under SC**']);
    expect(more).toEqual([]);
  });

  it('unfolds findings', () => {
    const text = markdownReport(REPORTS['failing']!);
    expect(text.match(/<details><summary><code>src\/mp.c:9<\/code> check failed: data is there/g)).toHaveLength(1);
    expect(text).toContain('Replay: fencepost replay ./src/mp.c fp1:1x2.1c1.2x2.1c --model pso');
    expect(text.match(/^```/gm)!.length % 2).toBe(0);
    // The same execution is not SC, which is not told again.
    expect(text).not.toContain('not robust under PSO');
  });

  it('says that nothing was found', () => {
    const text = markdownReport(REPORTS['safe']!);
    expect(text).not.toContain('<details>');
    expect(text).toContain('1 program is safe');
  });

  it.each(Object.keys(REPORTS))('has as many cells in each row, and no markup from the report: %s', (name) => {
    const rows = cellsOf(markdownReport(REPORTS[name]!));
    expect(new Set(rows.map(({ length }) => length)).size).toBeLessThanOrEqual(1);
    const cells = rows.flat().map((cell) => cell.replaceAll(/^<code>|<\/code>$|^\*\*|\*\*$/g, ''));
    for (const cell of cells) expect(cell).not.toMatch(/[<>`*]/);
  });

  it('keeps strange names out of the markup', () => {
    const name = '</code><img src=x>|`**[a](b)';
    const [check] = REPORTS['failing']!.checks;
    const text = markdownReport({ ...REPORTS['failing']!, checks: [{ ...check!, program: name, source: `${ODD}.c` }] });
    expect(cellsOf(text)[2]).toHaveLength(cellsOf(text)[0]!.length);
    expect(text).not.toContain('<img');
  });
});
