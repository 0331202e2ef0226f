import type { MemoryAt } from '../values/memory-at.js';
import type { Story } from '../values/story.js';
import { cut, displayWidth, hanging, wrapIndented } from './layout.js';
import { StoryNames } from './places.js';
import { stepRowText } from './rows.js';
import type { Span, Text } from './style.js';
import { hueOf, render, span, spansOf } from './style.js';

/** A moment of an execution, and the space in which to show it. */
export interface StepView {
  readonly title: string;
  readonly story: Story;
  /** The checked file. */
  readonly source?: string;
  /** `memoryStates(story)`. */
  readonly states: readonly MemoryAt[];
  /** The number of steps taken. */
  readonly taken: number;
  /** Shown when all steps have been taken. */
  readonly ending: readonly string[];
  readonly width: number;
  /** Number of lines; undefined: no limit. */
  readonly height: number | undefined;
  readonly colour: boolean;
}

const USUAL_ROWS = 11;
const LEAST_ROWS = 3;
const NAME_GAP = 2;

/**
 * Shows the steps around the last one taken; below them memory and the store buffers, with a `*` at what that step
 * changed.
 */
export function stepLines(view: StepView): string[] {
  const { title, story, taken, ending, width, height, colour } = view;
  const above: Text[] = [[title], [span(`step ${taken} of ${story.steps.length}`, 'strong')]];
  const end = taken === story.steps.length ? ending : [];
  const below: Text[] = [[], ...memoryLines(view), ...end.flatMap((line) => wrapIndented(line, 'strong', width))];
  const room = height === undefined ? USUAL_ROWS : Math.max(LEAST_ROWS, height - above.length - below.length);
  const lines = [...above, ...rowsAround(view, room), ...below].slice(0, height);
  return lines.map((line) => render(clipped(line, width), colour));
}

function rowsAround({ story, source, taken }: StepView, room: number): Text[] {
  const names = new StoryNames(story, source);
  const { steps, threads } = story;
  const last = Math.max(0, taken - 1);
  const first = Math.max(0, Math.min(last - Math.floor(room / 2), steps.length - room));
  const shown = steps.slice(first, first + room);
  const nameWidth = Math.max(0, ...threads.map(({ name }) => displayWidth(name)));
  const markWidth = Math.max(0, ...shown.map((step) => displayWidth(names.mark(step))));
  return shown.map((step, i): Text => {
    const isCurrent = first + i === taken - 1;
    const { name } = threads[step.thread]!;
    const mark = names.mark(step);
    const lead = [
      isCurrent ? '> ' : '  ',
      span(name, hueOf(step.thread)),
      ' '.repeat(nameWidth - displayWidth(name) + NAME_GAP + markWidth - displayWidth(mark)),
      `${mark}  `,
    ];
    const text = stepRowText(step, names);
    return [...lead, ...(first + i < taken ? text : dimmed(text))];
  });
}

/** Dims the text of steps that are not taken yet. */
function dimmed(text: Text): Text {
  return spansOf(text).map((each) => span(each.text, 'dim'));
}

function memoryLines({ story, states, taken, width }: StepView): Text[] {
  const { memory, buffers } = states[taken]!;
  const before = states[Math.max(0, taken - 1)]!;
  const places = story.places.map(({ name }, place) =>
    entry(`${name} = ${memory[place]!}`, memory[place] !== before.memory[place]),
  );
  const storesOf = (thread: number): Text[] =>
    buffers[thread]!.map((store) => {
      const { place, wrote = '' } = story.steps[store]!;
      return entry(`${story.places[place!]!.name} = ${wrote}`, !before.buffers[thread]!.includes(store));
    });
  const isBuffered = (thread: number): boolean => states.some(({ buffers: each }) => each[thread]!.length > 0);
  const sections = [
    { title: 'memory', entries: places },
    ...story.threads.flatMap(({ name }, thread) =>
      isBuffered(thread) ? [{ title: `buffer of ${name}`, entries: storesOf(thread) }] : [],
    ),
  ];
  const titleWidth = Math.max(...sections.map(({ title }) => displayWidth(title))) + NAME_GAP;
  return sections.flatMap(({ title, entries }) => {
    const lead = [title, ' '.repeat(titleWidth - displayWidth(title))];
    return hanging(lead, entries.length === 0 ? [span('empty', 'dim')] : joined(entries), width);
  });
}

/** Spaces within an entry are not broken. */
function entry(text: string, isChanged: boolean): Text {
  const kept = text.replaceAll(' ', '\u00a0');
  return isChanged ? [span(`${kept}*`, 'strong')] : [kept];
}

function joined(entries: readonly Text[]): Text {
  return entries.flatMap((each, i) => (i === 0 ? [...each] : ['   ', ...each]));
}

function clipped(line: Text, width: number): Text {
  const kept: Span[] = [];
  let room = width;
  for (const { text, tone } of spansOf(line)) {
    if (room <= 0) break;
    const part = cut(text, room);
    kept.push(span(part.replaceAll('\u00a0', ' '), tone));
    room -= displayWidth(part);
  }
  return kept;
}
