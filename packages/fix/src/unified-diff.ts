import type { Edit } from './editor.js';
import { edited, inOrder } from './editor.js';

/** Number of unchanged lines shown around a change. */
const CONTEXT = 3;

/** Lines of a text that are replaced by others. */
interface Replaced {
  /** Index of the first. */
  readonly from: number;
  readonly old: readonly string[];
  readonly now: readonly string[];
}

/** Returns the changes in the format of patch and git; empty if the edits change nothing. */
export function unifiedDiff(path: string, text: string, edits: readonly Edit[]): string {
  const lines = linesOf(text);
  const changes = replacedLines(text, lines, edits).filter(({ old, now }) => old.length + now.length > 0);
  if (changes.length === 0) return '';
  const hunks: Replaced[][] = [];
  for (const change of changes) {
    const last = hunks.at(-1)?.at(-1);
    if (last !== undefined && change.from - (last.from + last.old.length) <= 2 * CONTEXT) hunks.at(-1)!.push(change);
    else hunks.push([change]);
  }
  let added = 0;
  const shown = hunks.map((hunk) => {
    const printed = hunkText(lines, hunk, added);
    added += hunk.reduce((sum, { old, now }) => sum + now.length - old.length, 0);
    return printed;
  });
  return [`--- a/${path}\n`, `+++ b/${path}\n`, ...shown].join('');
}

/** Returns the lines with their line ends; the last line may have none. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function replacedLines(text: string, lines: readonly string[], edits: readonly Edit[]): Replaced[] {
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length;
  }
  const lineAt = (offset: number): number =>
    Math.max(
      0,
      starts.findLastIndex((start) => start <= offset),
    );
  const groups: { from: number; to: number; edits: Edit[] }[] = [];
  for (const edit of inOrder(edits)) {
    const [from, to] = [lineAt(edit.start), lineAt(edit.end)];
    const last = groups.at(-1);
    if (last !== undefined && from <= last.to) {
      last.to = Math.max(last.to, to);
      last.edits.push(edit);
    } else groups.push({ from, to, edits: [edit] });
  }
  return groups.map(({ from, to, edits: own }) => {
    const start = starts[from] ?? 0;
    const old = lines.slice(from, to + 1);
    const moved = own.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
    return trimmed({ from, old, now: linesOf(edited(text.slice(start, start + old.join('').length), moved)) });
  });
}

/** Removes unchanged lines at both ends. */
function trimmed({ from, old, now }: Replaced): Replaced {
  let first = 0;
  while (first < old.length && first < now.length && old[first] === now[first]) first++;
  let last = 0;
  const most = Math.min(old.length, now.length) - first;
  while (last < most && old.at(-1 - last) === now.at(-1 - last)) last++;
  return { from: from + first, old: old.slice(first, old.length - last), now: now.slice(first, now.length - last) };
}

function hunkText(lines: readonly string[], hunk: readonly Replaced[], added: number): string {
  const end = hunk.at(-1)!.from + hunk.at(-1)!.old.length;
  const from = Math.max(0, hunk[0]!.from - CONTEXT);
  const to = Math.min(lines.length, end + CONTEXT);
  const body: string[] = [];
  let at = from;
  for (const { from: start, old, now } of hunk) {
    body.push(...lines.slice(at, start).map((line) => ` ${line}`));
    body.push(...old.map((line) => `-${line}`), ...now.map((line) => `+${line}`));
    at = start + old.length;
  }
  body.push(...lines.slice(at, to).map((line) => ` ${line}`));
  const growth = hunk.reduce((sum, { old, now }) => sum + now.length - old.length, 0);
  const range = (start: number, count: number): string => `${count === 0 ? start : start + 1},${count}`;
  const header = `@@ -${range(from, to - from)} +${range(from + added, to - from + growth)} @@\n`;
  return header + body.map((line) => (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`)).join('');
}
