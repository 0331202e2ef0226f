import type { Failure } from '@fencepost/core';
import type { Counterexample } from '../values/counterexample.js';
import type { SourceLines } from '../values/report.js';
import { cut, displayWidth } from './layout.js';
import { isSystemFile, shortPath } from './places.js';
import type { Mark } from './line-windows.js';
import { expandTabs, offsetOf, windowsOn } from './line-windows.js';
import { waitsForMoreThanAnEnd } from './rows.js';
import type { Text } from './style.js';
import { span } from './style.js';

/** With more lines to quote than this, there is no room for context. */
const FEW_LINES = 2;

/** Maximum number of lines quoted from a file that is quoted only for its accesses. */
const MOST_LINES = 6;

/** Returns the lines of the cycle and of the failure, each once; without a cycle, also accesses in other files. */
export function sourceFrames(
  counterexample: Counterexample,
  failure: Failure | undefined,
  sources: SourceLines,
  width: number,
): Text[] {
  const told = marksOf(counterexample, failure);
  const isDeadlock = failure?.kind === 'deadlock';
  const marks = [...told, ...(isDeadlock ? [] : accessesElsewhere(counterexample, told))].filter(
    ({ site }) => sources[site.file]?.[site.line] !== undefined && !isSystemFile(site.file),
  );
  const files = [...new Set(marks.map(({ site }) => site.file))];
  return files.flatMap((file) => [
    [span(shortPath(file), 'dim')],
    ...fileFrame(
      marks.filter(({ site }) => site.file === file),
      sources[file]!,
      width,
    ),
  ]);
}

function marksOf({ story, cycle, delays }: Counterexample, failure: Failure | undefined): Mark[] {
  const { steps, threads } = story;
  const roleOf = (step: number): string => {
    if (delays.some(({ store }) => store === step)) return 'this store was delayed';
    if (delays.some(({ past }) => past === step)) return `past this ${kindNoun(steps[step]!.kind)}`;
    const { missed, kind } = steps[step]!;
    return kind === 'load' && missed.some((store) => !steps[store]!.pending) ? 'reads an old value' : '';
  };
  const inCycle = [...new Set(cycle.map(({ from }) => from))];
  return [
    ...inCycle.map((step) => ({ site: steps[step]!.site, role: roleOf(step) })),
    ...threads.filter(waitsForMoreThanAnEnd).map(({ waitsAt }) => ({ site: waitsAt, role: 'waits here' })),
    { site: failure?.site, role: failure?.kind === 'data race' ? 'not ordered with the other access' : 'fails here' },
  ].filter((mark): mark is Mark => mark.site !== undefined);
}

/**
 * Returns accesses in other files. The cause of a failed check of the final state is often in another file than the
 * check. The last lines are the nearest to the failure.
 */
function accessesElsewhere({ story, cycle }: Counterexample, told: readonly Mark[]): Mark[] {
  if (cycle.length > 0 || told.length === 0) return [];
  const toldFiles = new Set(told.map(({ site }) => site.file));
  const lines = new Map<string, Set<number>>();
  const marks: Mark[] = [];
  for (const { kind, site } of story.steps.toReversed()) {
    if (site === undefined || toldFiles.has(site.file) || !['load', 'store', 'rmw'].includes(kind)) continue;
    const ofFile = lines.get(site.file) ?? new Set();
    lines.set(site.file, ofFile);
    if (ofFile.size < MOST_LINES) ofFile.add(site.line);
    if (ofFile.has(site.line)) marks.unshift({ site, role: '' });
  }
  return marks;
}

function kindNoun(kind: string): string {
  return kind === 'rmw' ? 'read-modify-write' : kind;
}

function fileFrame(marks: readonly Mark[], lines: Readonly<Record<number, string>>, width: number): Text[] {
  const marked = [...new Set(marks.map(({ site }) => site.line))].sort((a, b) => a - b);
  const shown = linesAround(marked, lines);
  const gutter = String(shown.at(-1)!).length;
  return shown.flatMap((number) => {
    const here = marks.filter(({ site }) => site.line === number);
    return lineFrame(number, lines[number]!, here, { gutter, width });
  });
}

/** Returns the marked lines, single lines between them, and, if only a few are marked, one more line on each side. */
function linesAround(marked: readonly number[], lines: Readonly<Record<number, string>>): number[] {
  const shown = new Set(marked);
  for (const line of marked) {
    if (marked.includes(line + 2)) shown.add(line + 1);
    if (marked.length <= FEW_LINES) [line - 1, line + 1].forEach((near) => shown.add(near));
  }
  const isWorthIt = (line: number): boolean => marked.includes(line) || (lines[line] ?? '').trim() !== '';
  return [...shown].filter(isWorthIt).sort((a, b) => a - b);
}

interface FrameSize {
  readonly gutter: number;
  readonly width: number;
}

function lineFrame(number: number, source: string, marks: readonly Mark[], { gutter, width }: FrameSize): Text[] {
  const room = width - gutter - 5;
  const isMarked = marks.length > 0;
  return windowsOn(source, marks, room).flatMap((window) => [
    [
      isMarked ? span('> ', 'error') : '  ',
      span(`${String(number).padStart(gutter)} │ `, 'dim'),
      isMarked ? cut(expandTabs(window.source), room) : span(cut(expandTabs(window.source), room), 'dim'),
    ],
    ...pointers(window.marks, window.source, room).map((line) => [
      span(`${' '.repeat(gutter + 2)} │ `, 'dim'),
      span(line, 'error'),
    ]),
  ]);
}

/** Returns the line below a quoted line: a `^` with its text, or all the `^` if there is no text. */
function pointers(marks: readonly Mark[], source: string, room: number): string[] {
  const carets = marks.flatMap(({ site, role }) =>
    site.column === undefined ? [] : [{ offset: offsetOf(site, source), role }],
  );
  const shown = carets.filter(({ offset }) => offset < room);
  if (marks.every(({ role }) => role === '')) return caretLine(shown.map(({ offset }) => offset));
  const indentation = displayWidth(expandTabs(/^\s*/.exec(source)![0]));
  const withoutColumn = marks.filter(({ site, role }) => site.column === undefined && role !== '');
  const lines = [
    ...shown.filter(({ role }) => role !== '').map(({ offset, role }) => pointer(offset, role, room)),
    ...withoutColumn.map(({ role }) => cut(`${' '.repeat(indentation)}${role}`, room)),
  ];
  return [...new Set(lines)];
}

function caretLine(offsets: readonly number[]): string[] {
  if (offsets.length === 0) return [];
  const line: string[] = Array.from({ length: Math.max(...offsets) + 1 }, () => ' ');
  for (const offset of offsets) line[offset] = '^';
  return [line.join('')];
}

/** Puts the text to the right of the `^` if there is room, otherwise to its left. */
function pointer(offset: number, role: string, room: number): string {
  const fits = offset + 2 + role.length <= room || offset < role.length + 1;
  return fits ? cut(`${' '.repeat(offset)}^ ${role}`, room) : `${`${role} `.padStart(offset)}^`;
}
