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
    const texts = steps.filter((row) => row.thread === thread).map(({ text }) => text);
    return Math.max(displayWidth(story.threads[thread]!.name), markWidth + 2 + widest(texts));
  });
  const widths = fitted(natural, markWidth + 2 + LEAST_TEXT, width - GAP * (told.length - 1));
  if (widths === undefined) return listLines(story, rows, markWidth, width);
  const starts = widths.map((_, i) => widths.slice(0, i).reduce((sum, each) => sum + each + GAP, 0));
  const names = told.map((thread, i) => nameOf(story, thread, widths[i]!, i < told.length - 1 ? GAP : 0));
  return [
    names.flat(),
    ...rows.flatMap((row) => {
      if (isGap(row)) return [gapLine(row)];
      const column = told.indexOf(row.thread);
      return indent(hanging(markOf(row, markWidth), row.text, widths[column]!), starts[column]!);
    }),
  ];
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

function markOf({ mark, thread }: Row, width: number): Text {
  return [' '.repeat(width - displayWidth(mark)), span(mark, hueOf(thread)), '  '];
}

function listLines(story: Story, rows: readonly (Row | Gap)[], markWidth: number, width: number): Text[] {
  const steps = rows.filter((row): row is Row => !isGap(row));
  const nameWidth = Math.min(widest(steps.map(({ thread }) => story.threads[thread]!.name)), LONGEST_NAME);
  const room = width - nameWidth - markWidth - 4;
  const isTight = room < Math.min(LEAST_TEXT, widest(steps.map(({ text }) => text)));
  return rows.flatMap((row) => {
    if (isGap(row)) return [gapLine(row)];
    const lead = [...nameOf(story, row.thread, nameWidth, 2), ...markOf(row, markWidth)];
    return isTight ? [lead, ...hanging(['    '], row.text, width)] : hanging(lead, row.text, width);
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
