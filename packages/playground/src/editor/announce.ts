import { forEachDiagnostic } from '@codemirror/lint';
import type { Extension, Transaction } from '@codemirror/state';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { wordsAt } from './steps.js';

/** Announces the marks at the line that the cursor enters, for screen readers. */
export const announceMarks: Extension = EditorState.transactionExtender.of((transaction) => {
  const words = transaction.selection === undefined ? '' : announcement(transaction);
  return words === '' ? null : { effects: EditorView.announce.of(words) };
});

function announcement({ startState, newDoc, newSelection, docChanged }: Transaction): string {
  const line = newDoc.lineAt(newSelection.main.head);
  // While the user types, marks move, and the line was already announced.
  if (docChanged || startState.doc.lineAt(startState.selection.main.head).number === line.number) return '';
  const said: string[] = [];
  forEachDiagnostic(startState, ({ severity, message }, from, to) => {
    if (from <= line.to && to >= line.from) said.push(`${severity}: ${message.replace(/^\w+: /, '')}`);
  });
  return [...said, wordsAt(startState, line.from)].filter((each) => each !== '').join('; ');
}
