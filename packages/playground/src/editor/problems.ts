import type { Diagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import type { Problem } from './api.js';

/** Returns a problem as the editor marks it: the word at its column or, without a column, its line. */
export function diagnosticOf(doc: Text, { line, column, severity, message }: Problem): Diagnostic[] {
  // The checked text may have been longer than the current one.
  if (line < 1 || line > doc.lines) return [];
  const { from, to, text } = doc.line(line);
  const indent = text.length - text.trimStart().length;
  const start = column === undefined || column > text.length ? indent : column - 1;
  const word = column === undefined ? undefined : /^(?:\w+|\S)/.exec(text.slice(start))?.[0];
  return [{ from: from + start, to: word === undefined ? to : from + start + word.length, severity, message }];
}
