import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DOCUMENTS, namesIn, withTables } from '../benchmarks/report/documents.js';
import { plot } from '../benchmarks/report/plot.js';
import { PLOTS } from '../benchmarks/report/plots.js';
import { readResults, resultNames } from '../benchmarks/report/results.js';
import { numberIn, parseTable, renderTable } from '../benchmarks/report/table.js';

const ROOT = join(import.meta.dirname, '..');
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const rowsOf = (name: string): ReturnType<typeof readResults>['rows'] => readResults(name).rows;
/** Without the spaces that align columns. */
const squeezed = (text: string): string => text.replaceAll(/ +\|/g, ' |').replaceAll(/\| +/g, '| ');

describe('results of benchmarks', () => {
  it.each(DOCUMENTS)('%s has the tables that were measured', (document) => {
    expect(squeezed(withTables(textOf(document), rowsOf))).toBe(squeezed(textOf(document)));
  });

  it('are all shown, or linked', () => {
    const texts = DOCUMENTS.map(textOf);
    const shown = texts.flatMap(namesIn);
    const missing = resultNames().filter((name) => !texts.some((text) => text.includes(`benchmarks/raw/${name}.json`)));
    expect(missing.filter((name) => !shown.includes(name))).toEqual([]);
    expect(shown.filter((name) => !resultNames().includes(name))).toEqual([]);
    expect(new Set(shown).size).toBe(shown.length);
  });

  it.each(Object.entries(PLOTS))('docs/images/%s is as drawn from them', (file, panelsOf) => {
    expect(plot(panelsOf(rowsOf))).toBe(textOf(join('docs/images', file)));
  });
});

describe('a document', () => {
  const rows = [
    { workers: 100, takes: '5 s' },
    { workers: 1000, takes: '6 s' },
  ];
  const table = ['| workers | takes |', '| --- | --- |', '| 7 | 8 s |', '', 'more'];
  const made = (mark: string): string[] =>
    withTables([mark, '', ...table].join('\n'), () => rows)
      .split('\n')
      .slice(4);

  it('shows all rows of a result', () => {
    expect(made('<!-- results: cluster -->')).toEqual(['| 100 | 5 s |', '| 1,000 | 6 s |', '', 'more']);
  });

  it('shows the rows that it names', () => {
    expect(made('<!-- results: cluster where workers is 1,000; 10,000 -->')).toEqual(['| 1,000 | 6 s |', '', 'more']);
    expect(made('<!-- results: cluster where workers is 1,000; 100 and takes is 5 s -->')).toEqual([
      '| 100 | 5 s |',
      '',
      'more',
    ]);
  });

  it('shows the columns that it names, in that order', () => {
    expect(made('<!-- results: cluster columns takes -->')).toEqual(['| 5 s |', '| 6 s |', '', 'more']);
    expect(made('<!-- results: cluster columns takes; workers where takes is 6 s -->')).toEqual([
      '| 6 s | 1,000 |',
      '',
      'more',
    ]);
    expect(() => made('<!-- results: cluster columns jobs -->')).toThrow('no column jobs');
  });
});

describe('a table', () => {
  const lines = ['| a | b |', '| --- | ---: |', '| 1,000 | 1.50 |', '| x |  |', '', 'more'];

  it('is read up to its end, numbers only where their text comes out again', () => {
    expect(parseTable(lines)).toEqual({
      rows: [
        { a: 1000, b: '1.50' },
        { a: 'x', b: '' },
      ],
      length: 4,
    });
  });

  it('is written as it was read', () => {
    expect(renderTable(parseTable(lines).rows, lines[1]!)).toEqual(lines.slice(0, 4));
  });

  it('may have bars in its cells', () => {
    const rows = ['| a | b |', '| --- | --- |', '| x \\| y | 1 |'];
    expect(parseTable(rows).rows).toEqual([{ a: 'x \\| y', b: 1 }]);
  });

  it('has one column for each title', () => {
    expect(() => parseTable(['| a | a |', '| --- | --- |', '| 1 | 2 |'])).toThrow('one title');
  });

  it('has numbers in cells with units', () => {
    expect(['50.2 s', '1,234/s', '> 5', '', 3].map(numberIn)).toEqual([50.2, 1234, 5, undefined, 3]);
  });
});
