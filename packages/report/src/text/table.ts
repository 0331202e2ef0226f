import type { Story } from '../values/story.js';
import { cut, displayWidth, hanging, indent, padEnd, widest } from './layout.js';
import { counted } from './numbers.js';
import type { Gap, Row } from './rows.js';
import { rowsOf } from './rows.js';
import type { Text, TextStyle } from './style.js';
import { hueOf, render, span } from './style.js';

/** With less room for the text of a step, the steps are listed one below the other, with their threads. */
const LEAST_TEXT = 18;
const GAP = 3;
/** The longest thread name in a list. */
const LONGEST_NAME = 16;

/** Shows the execution in the order of its steps, with a column per thread; as a list if `width` is too small. */
export function tableLines(story: Story, rows: readonly (Row | Gap)[], width: number): Text[] {
  const steps = rows.filter((row): row is Row => !isGap(row));
  const told = [...new Set(steps.map(({ thread }) => thread))].sort((a, b) => a - b);
  const markWidth = widest(steps.map(({ mark }) => mark));
  const natural = told.map((thread) => {
    const texts = steps.filter((row) => row.thread === thread && row.isWide !== true).map(laneText);
    return Math.max(displayWidth(story.threads[thread]!.name), markWidth + 2 + widest(texts));
  });
  const widths = fitted(natural, markWidth + 2 + LEAST_TEXT, width - GAP * (told.length - 1));
  if (widths === undefined) return listLines(story, rows, markWidth, width);
  const starts = widths.map((_, i) => widths.slice(0, i).reduce((sum, each) => sum + each + GAP, 0));
  const isTight = steps.some(({ thread, text }) => {
    const room = width - starts[told.indexOf(thread)]! - markWidth - 2;
    return room < Math.min(LEAST_TEXT, displayWidth(text));
  });
  if (isTight) return listLines(story, rows, markWidth, width);
  const names = told.map((thread, i) => nameOf(story, thread, widths[i]!, i < told.length - 1 ? GAP : 0));
  return [
    names.flat(),
    ...rows.flatMap((row) => {
      if (isGap(row)) return [gapLine(row)];
      return laneLines(row, markWidth, starts[told.indexOf(row.thread)]!, width);
    }),
  ];
}

/** Longer notes do not widen a lane. */
const SHORT_NOTE = 12;

/** The text that determines the width of a lane. */
function laneText({ text, note = [] }: Row): Text {
  return displayWidth(note) > SHORT_NOTE || note.length === 0 ? text : [...text, '  ', ...note];
}

/** Shows a row in its lane. It may extend over the lanes on its right, which are empty in this row. */
function laneLines(row: Row, markWidth: number, start: number, width: number): Text[] {
  const { text, note = [] } = row;
  const lead = markOf(row, markWidth);
  const whole = note.length === 0 ? text : [...text, '  ', ...note];
  const room = width - start;
  if (displayWidth(lead) + displayWidth(whole) <= room) return indent([[...lead, ...whole]], start);
  if (note.length === 0) return indent(hanging(lead, text, room), start);
  // A long note has a line of its own, as far to the right as it can.
  const below = Math.max(0, Math.min(start + markWidth + 2, width - displayWidth(note)));
  return [...indent(hanging(lead, text, room), start), ...hanging([' '.repeat(below)], note, width)];
}

/** Narrows columns, the widest first, until they fit; undefined if one would become narrower than `least`. */
function fitted(natural: readonly number[], least: number, room: number): readonly number[] | undefined {
  let cap = Math.max(0, ...natural);
  const total = (): number => natural.reduce((sum, each) => sum + Math.min(each, cap), 0);
  while (total() > room && cap > 0) cap--;
  const narrowed = natural.some((each) => each > cap);
  return narrowed && cap < least ? undefined : natural.map((each) => Math.min(each, cap));
}

function isGap(row: Row | Gap): row is Gap {
  return 'omitted' in row;
}

function gapLine({ omitted }: Gap): Text {
  return [span(`… ${counted(omitted, 'step')} …`, 'dim')];
}

function nameOf({ threads }: Story, thread: number, width: number, gap: number): Text {
  return padEnd([span(cut(threads[thread]!.name, width), hueOf(thread))], width + gap);
}

/** The line number, followed by a sign if the step matters. */
function markOf({ mark, thread, matters }: Row, width: number): Text {
  return [
    ' '.repeat(width - displayWidth(mark)),
    span(mark, hueOf(thread)),
    matters === true ? span('▸ ', 'warning') : '  ',
  ];
}

function listLines(story: Story, rows: readonly (Row | Gap)[], markWidth: number, width: number): Text[] {
  const steps = rows.filter((row): row is Row => !isGap(row));
  const nameWidth = Math.min(widest(steps.map(({ thread }) => story.threads[thread]!.name)), LONGEST_NAME);
  const room = width - nameWidth - markWidth - 4;
  const isTight = room < Math.min(LEAST_TEXT, widest(steps.map(({ text }) => text)));
  const textOf = ({ text, note }: Row): Text => (note === undefined ? text : [...text, '  ', ...note]);
  return rows.flatMap((row) => {
    if (isGap(row)) return [gapLine(row)];
    const lead = [...nameOf(story, row.thread, nameWidth, 2), ...markOf(row, markWidth)];
    return isTight ? [lead, ...hanging(['    '], textOf(row), width)] : hanging(lead, textOf(row), width);
  });
}

/** Shows a story as a table, for `fencepost replay`. `source`: the checked file. */
export function storyText(story: Story, { width, colour }: TextStyle, source = ''): string[] {
  return tableLines(story, rowsOf(story, source), width).map((line) => render(line, colour));
}

/** The same without colour. */
export function tableOf(story: Story, width: number, source = ''): string[] {
  return storyText(story, { width, colour: false }, source);
}
