import type { OperationRepair } from '@fencepost/check';
import { FENCES_AFTER_STORES } from '@fencepost/check';
import { formatSite } from '@fencepost/core';
import type { Edit, Editor } from './editor.js';
import { lineEndOf, offsetOf } from './editor.js';

/** A row of the program table. */
interface Row {
  /** Offset after its semicolon. */
  readonly end: number;
  readonly cells: readonly string[];
  /** Index of the cell that contains the place. */
  readonly column: number;
}

/** Edits litmus tests of x86: adds a row with `mfence` below that of the store. All fences cost the same. */
export const LITMUS_EDITOR: Editor = {
  candidates: FENCES_AFTER_STORES,
  cost: () => 1,
  canMake: (text, repair) => rowOf(text, repair) !== undefined,
  edits: (text, repairs) => {
    const rows = new Map<number, { readonly row: Row; readonly columns: Set<number> }>();
    for (const repair of repairs) {
      const row = rowOf(text, repair)!;
      const known = rows.get(row.end) ?? { row, columns: new Set<number>() };
      known.columns.add(row.column);
      rows.set(row.end, known);
    }
    return [...rows.values()].map(({ row, columns }) => newRow(text, row, columns));
  },
  canTell: () => true,
  words: ({ site }) => `put an mfence after the instruction at ${formatSite(site)}`,
};

function rowOf(text: string, { site }: OperationRepair): Row | undefined {
  const offset = offsetOf(text, site);
  if (offset === undefined) return undefined;
  const start = text.lastIndexOf(';', offset - 1) + 1;
  const end = text.indexOf(';', offset);
  if (end < 0) return undefined;
  const cells = text
    .slice(start, end)
    .replace(/^\s*\n/, '')
    .split('|');
  return { end: end + 1, cells, column: text.slice(start, offset).split('|').length - 1 };
}

/** Returns a row as wide as the one above it. */
function newRow(text: string, { end, cells }: Row, columns: ReadonlySet<number>): Edit {
  const isUpper = /^\s*X86\s/.test(text);
  const row = cells.map((cell, i) => {
    const indent = /^\s*/.exec(cell)![0].slice(0, cell.trim() === '' ? 1 : undefined);
    return `${indent}${columns.has(i) ? (isUpper ? 'MFENCE' : 'mfence') : ''}`.padEnd(cell.length);
  });
  return { start: end, end, text: `${lineEndOf(text)}${row.join('|')};` };
}
