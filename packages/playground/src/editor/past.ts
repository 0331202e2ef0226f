import type { TransactionSpec } from '@codemirror/state';
import { Transaction } from '@codemirror/state';
import type { TextEdit, Version } from './api.js';
import { setFile } from './file-name.js';

/**
 * Returns the transaction from one version to the next, with its original time: undo works as if the editor had existed
 * then.
 */
export function laterVersion(before: Version, after: Version): TransactionSpec {
  const { start, end, text } = difference(before.text, after.text);
  const [anchor, head] = after.selection;
  return {
    changes: { from: start, to: end, insert: text },
    selection: { anchor, head },
    ...(before.file !== after.file && { effects: setFile.of(after.file) }),
    annotations: [Transaction.time.of(after.time), Transaction.userEvent.of('input.type')],
  };
}

/** Returns one edit that turns the first text into the second. */
export function difference(before: string, after: string): TextEdit {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let same = 0;
  while (same < most - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  return { start, end: before.length - same, text: after.slice(start, after.length - same) };
}
