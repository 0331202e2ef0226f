import type { RepairReport } from '../values/report.js';
import { cut } from './layout.js';
import { counted } from './numbers.js';
import { shortPath } from './places.js';
import type { Text, Tone } from './style.js';
import { render, span } from './style.js';

/** Returns the lines of a unified diff as printed, in colour if wanted. */
export function diffText(diff: string, colour: boolean): string[] {
  return linesOf(diff).map((line) => render([span(line, toneOf(line))], colour));
}

function linesOf(diff: string): string[] {
  const lines = diff.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function toneOf(line: string): Tone {
  if (/^(?:---|\+\+\+|@@|\\)/.test(line)) return 'dim';
  if (line.startsWith('-')) return 'error';
  return line.startsWith('+') ? 'safe' : 'plain';
}

/** A changed line, numbered as in the old file if it is removed, as in the new file if it is added. */
interface ChangedLine {
  readonly file: string;
  readonly line: number;
  readonly sign: '-' | '+';
  readonly text: string;
}

/** Maximum number of changed lines that a story shows. */
const MOST_LINES = 10;

/** Returns the changed lines with their numbers, and the files if there are several or it is another one. */
export function changedLines({ diff, source }: RepairReport, width: number): Text[] {
  const changes = changesIn(diff);
  const shown = changes.slice(0, MOST_LINES);
  const gutter = Math.max(...shown.map(({ line }) => String(line).length));
  const isOwn = changes.every(({ file }) => source.endsWith(file) || file.endsWith(source));
  const left = changes.length - shown.length;
  return [
    ...shown.flatMap(({ file, line, sign, text }, i): Text[] => {
      const named = !isOwn && shown[i - 1]?.file !== file ? [[span(shortPath(file), 'dim')]] : [];
      const lead = span(`${String(line).padStart(gutter)} │ `, 'dim');
      return [...named, [lead, span(cut(`${sign} ${text}`, width - gutter - 3), sign === '-' ? 'error' : 'safe')]];
    }),
    ...(left === 0 ? [] : [[span(`… ${counted(left, 'more line')}`, 'dim')]]),
  ];
}

function changesIn(diff: string): ChangedLine[] {
  const changes: ChangedLine[] = [];
  let file = '';
  let [oldLine, newLine] = [0, 0];
  // A line of the old file may look like a header, so the lengths of the hunks decide.
  let [old, now] = [0, 0];
  for (const text of linesOf(diff)) {
    const hunk = old + now > 0 ? null : /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(text);
    if (hunk !== null) {
      [oldLine, newLine] = [Number(hunk[1]), Number(hunk[3])];
      [old, now] = [Number(hunk[2] ?? 1), Number(hunk[4] ?? 1)];
    } else if (old + now === 0) {
      if (text.startsWith('+++ ')) file = text.slice(4).replace(/^b\//, '');
    } else if (text.startsWith('-')) {
      changes.push({ file, line: oldLine++, sign: '-', text: text.slice(1) });
      old--;
    } else if (text.startsWith('+')) {
      changes.push({ file, line: newLine++, sign: '+', text: text.slice(1) });
      now--;
    } else if (!text.startsWith('\\')) {
      oldLine++;
      newLine++;
      old--;
      now--;
    }
  }
  return changes;
}
