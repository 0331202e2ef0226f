import { describe, expect, it } from 'vitest';
import type { Mark } from '../../src/text/line-windows.js';
import { offsetOf, windowsOn } from '../../src/text/line-windows.js';

const mark = (column: number, role = ''): Mark => ({ site: { file: 'index.js', line: 1, column }, role });
/** A line that is as long, with an `X` in some columns. */
const line = (length: number, ...marked: readonly number[]): string =>
  Array.from({ length }, (_, i) => (marked.includes(i + 1) ? 'X' : '.')).join('');

describe('windows on a line', () => {
  it('are the line itself if it fits, or if its beginning has all that is pointed at', () => {
    const marks = [mark(3), mark(40)];
    expect(windowsOn(line(50, 3, 40), marks, 50)).toEqual([{ source: line(50, 3, 40), marks }]);
    expect(windowsOn(line(5000, 3, 40), marks, 50)).toEqual([{ source: line(5000, 3, 40), marks }]);
    expect(windowsOn(line(5000), [], 50)).toEqual([{ source: line(5000), marks: [] }]);
  });

  it('are around the marked column, and show that something comes before', () => {
    const found = windowsOn(line(5000, 3001, 3010), [mark(3010, 'second'), mark(3001, 'first')], 60);
    expect(found).toHaveLength(1);
    const [{ source, marks }] = found as [(typeof found)[number]];
    expect(source.startsWith('…....')).toBe(true);
    expect(marks.map(({ role }) => role)).toEqual(['first', 'second']);
    for (const { site } of marks) {
      expect(source[offsetOf(site, source)]).toBe('X');
      expect(offsetOf(site, source)).toBeLessThan(60);
    }
  });

  it('are several if that is in several places', () => {
    const found = windowsOn(line(5000, 2, 1000, 4999), [mark(2), mark(1000), mark(4999)], 60);
    expect(found.map(({ source }) => source[0])).toEqual(['.', '…', '…']);
    for (const { source, marks } of found) expect(marks.map(({ site }) => source[site.column! - 1])).toEqual(['X']);
  });
});
