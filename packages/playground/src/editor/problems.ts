import type { Diagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import type { Problem } from './api.js';

/** A problem as the editor marks it: the word at its place or, without one, its line. */
export function diagnosticOf(doc: Text, { line, column, severity, message }: Problem): Diagnostic[] {
  // What was checked may have been longer than what is here now.
  if (line < 1 || line > doc.lines) return [];
  const { from, to, text } = doc.line(line);
  const indent = text.length - text.trimStart().length;
  const start = column === undefined || column > text.length ? indent : column - 1;
  const word = column === undefined ? undefined : /^(?:\w+|\S)/.exec(text.slice(start))?.[0];
  return [{ from: from + start, to: word === undefined ? to : from + start + word.length, severity, message }];
}
