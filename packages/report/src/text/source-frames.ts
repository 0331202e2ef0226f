import type { Failure, Site } from '@fencepost/core';
import type { Counterexample } from '../values/counterexample.js';
import type { SourceLines } from '../values/report.js';
import { cut, displayWidth } from './layout.js';
import { extentOf } from './extent.js';
import { isSystemFile, shortPath } from './places.js';
import type { Mark } from './line-windows.js';
import { expandTabs, windowsOn } from './line-windows.js';
import { waitsForMoreThanAnEnd } from './rows.js';
import type { Text } from './style.js';
import { render, span } from './style.js';

/** Maximum number of lines quoted. The table has the numbers of the others. */
const MOST_LINES = 3;

/** Returns one excerpt: the lines with a role in the failure, from one file. */
export function sourceFrames(
  counterexample: Counterexample,
  failure: Failure | undefined,
  sources: SourceLines,
  width: number,
): Text[] {
  const told = marksOf(counterexample, failure).filter(
    ({ site }) => sources[site.file]?.[site.line] !== undefined && !isSystemFile(site.file),
  );
  const important = told.some(({ role }) => role !== '') ? told.filter(({ role }) => role !== '') : told;
  const file = important[0]?.site.file;
  if (file === undefined) return [];
  const inFile = important.filter(({ site }) => site.file === file);
  const lines = [...new Set(inFile.map(({ site }) => site.line))].slice(0, MOST_LINES);
  return [
    [span(shortPath(file), 'dim')],
    ...fileFrame(inFile.filter(({ site }) => lines.includes(site.line)), sources[file]!, width), // prettier-ignore
  ];
}

/** Returns the line of an error, with its place underlined. */
export function errorFrame(site: Site, source: string, width: number): string[] {
  const line = source.split(/\r?\n/)[site.line - 1];
  if (line === undefined) return [];
  const text = fileFrame([{ site, role: '' }], { [site.line]: line }, width);
  return text.map((each) => render(each, false));
}

function marksOf({ story, cycle, delays, race }: Counterexample, failure: Failure | undefined): Mark[] {
  const { steps, threads } = story;
  const isRace = failure?.kind === 'data race' && race !== undefined;
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
    ...(isRace
      ? [race.first, race.second].map((step) => ({
          site: steps[step]!.site,
          role: `races: ${kindNoun(steps[step]!.kind)}`,
        }))
      : []),
    ...(isRace ? [] : [{ site: failure?.site, role: failure?.kind === 'data race' ? 'races' : 'fails here' }]),
  ].filter((mark): mark is Mark => mark.site !== undefined);
}

function kindNoun(kind: string): string {
  return kind === 'rmw' ? 'read-modify-write' : kind;
}

function fileFrame(marks: readonly Mark[], lines: Readonly<Record<number, string>>, width: number): Text[] {
  const shown = [...new Set(marks.map(({ site }) => site.line))].sort((a, b) => a - b);
  const gutter = String(shown.at(-1)!).length;
  return shown.flatMap((number) => {
    const here = marks.filter(({ site }) => site.line === number);
    return lineFrame(number, lines[number]!, here, { gutter, width });
  });
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

/** Returns the line below a quoted line: the access underlined with its role, or all of them if there is no role. */
function pointers(marks: readonly Mark[], source: string, room: number): string[] {
  const found = marks.flatMap(({ site, role }) =>
    site.column === undefined ? [] : [{ ...underlined(site, source), role }],
  );
  const shown = found.filter(({ offset }) => offset < room);
  if (marks.every(({ role }) => role === '')) return allUnderlined(shown, room);
  const indentation = displayWidth(expandTabs(/^\s*/.exec(source)![0]));
  const withoutColumn = marks.filter(({ site, role }) => site.column === undefined && role !== '');
  const lines = [
    ...shown.filter(({ role }) => role !== '').map((each) => pointer(each, each.role, room)),
    ...withoutColumn.map(({ role }) => cut(`${' '.repeat(indentation)}${role}`, room)),
  ];
  return [...new Set(lines)];
}

interface Underlined {
  /** Screen columns. */
  readonly offset: number;
  readonly length: number;
}

/** Returns the part of the line to underline: the whole access at the site. */
function underlined(site: Site, source: string): Underlined {
  const [from, to] = extentOf(source, (site.column ?? 1) - 1);
  const offset = displayWidth(expandTabs(source.slice(0, from)));
  return { offset, length: Math.max(1, displayWidth(expandTabs(source.slice(from, to)))) };
}

function underline({ offset, length }: Underlined, room: number): string {
  return `^${'~'.repeat(Math.max(0, Math.min(length, room - offset) - 1))}`;
}

function allUnderlined(parts: readonly Underlined[], room: number): string[] {
  let line = '';
  for (const part of parts.toSorted((a, b) => a.offset - b.offset)) {
    if (part.offset >= line.length) line = line.padEnd(part.offset) + underline(part, room);
  }
  return line === '' ? [] : [line];
}

/** Puts the text to the right of the access if there is room, otherwise to its left. */
function pointer(part: Underlined, role: string, room: number): string {
  const { offset } = part;
  const mark = underline(part, room);
  if (offset + mark.length + 1 + role.length <= room) return `${' '.repeat(offset)}${mark} ${role}`;
  return offset > role.length ? `${`${role} `.padStart(offset)}${mark}` : cut(`${' '.repeat(offset)}^ ${role}`, room);
}
