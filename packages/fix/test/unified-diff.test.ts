import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edited } from '../src/editor.js';
import { unifiedDiff } from '../src/unified-diff.js';

/** What patch does, without fuzz. */
function patched(text: string, diff: string): string {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const out: string[] = [];
  let at = 0;
  const rows = diff.replaceAll('\n\\ No newline at end of file\n', '\u0000').match(/[^\n\u0000]*[\n\u0000]/g) ?? [];
  for (const row of rows.slice(2)) {
    const hunk = /^@@ -(\d+),(\d+) \+(\d+),\d+ @@/.exec(row);
    if (hunk !== null) {
      const from = Number(hunk[1]) - (hunk[2] === '0' ? 0 : 1);
      out.push(...lines.slice(at, from));
      at = from;
      expect(out.length).toBe(Number(hunk[3]) - (/\+\d+,0 /.test(row) ? 0 : 1));
      continue;
    }
    const line = row.slice(1).replace('\u0000', '');
    if (!row.startsWith('+')) expect(line).toBe(lines[at++]);
    if (!row.startsWith('-')) out.push(line);
  }
  return [...out, ...lines.slice(at)].join('');
}

const texts = fc.array(fc.constantFrom('a', 'b', '\n', '\n', '\r\n'), { maxLength: 40 }).map((parts) => parts.join(''));

describe('a unified diff', () => {
  it('describes the edits', () => {
    fc.assert(
      fc.property(
        texts,
        fc.array(fc.tuple(fc.nat(60), fc.nat(2), fc.constantFrom('', 'x', '\n', 'x\n', '\n  x')), { maxLength: 4 }),
        (text, given) => {
          let from = 0;
          const edits = given
            .map(([at, length, added]) => ({ start: Math.min(at, text.length), length, text: added }))
            .toSorted((a, b) => a.start - b.start)
            .flatMap(({ start, length, text: added }) => {
              if (start < from) return [];
              const end = Math.min(text.length, start + length);
              from = end + 1;
              return [{ start, end, text: added }];
            });
          const diff = unifiedDiff('a.c', text, edits);
          expect(diff === '' ? text : patched(text, diff)).toBe(edited(text, edits));
        },
      ),
      { numRuns: 2000, seed: 1 },
    );
  });
});
