import type { Extension, Range } from '@codemirror/state';
import { RangeSet, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, gutter } from '@codemirror/view';
import type { ShownStep } from './api.js';

/** Shows the steps of another execution. */
export const setSteps = StateEffect.define<readonly ShownStep[]>();

/** More numbers would not fit. */
const MOST_NUMBERS = 3;

/** The numbers of the steps at a line. The title describes the steps. */
class StepMarker extends GutterMarker {
  private readonly steps: readonly ShownStep[];

  constructor(steps: readonly ShownStep[]) {
    super();
    this.steps = steps;
  }

  /** Description of all steps at the line. */
  get words(): string {
    return this.steps.map(({ number, words }) => `step ${number}, ${words}`).join('; ');
  }

  override eq(other: StepMarker): boolean {
    return other.words === this.words;
  }

  override toDOM(): Node {
    const numbers = this.steps.map(({ number }) => number);
    const shown = document.createElement('span');
    shown.textContent = `${numbers.slice(0, MOST_NUMBERS).join(' ')}${numbers.length > MOST_NUMBERS ? ' …' : ''}`;
    shown.title = this.words;
    return shown;
  }
}

const LINE = Decoration.line({ class: 'cm-step' });

/** The positions of the steps; they move with the text. */
const shownSteps = StateField.define<RangeSet<StepMarker>>({
  create: () => RangeSet.empty,
  update: (markers, { changes, effects, state: { doc } }) => {
    const set = effects.findLast((each) => each.is(setSteps));
    if (set === undefined) return markers.map(changes);
    const lines = [...new Set(set.value.map(({ line }) => line))].filter((line) => line >= 1 && line <= doc.lines);
    const markerAt = (line: number): Range<StepMarker> =>
      new StepMarker(set.value.filter((each) => each.line === line)).range(doc.line(line).from);
    return RangeSet.of(lines.map(markerAt), true);
  },
  provide: (field) => [
    EditorView.decorations.from(field, (markers) => {
      const lines: Range<Decoration>[] = [];
      const at = markers.iter();
      while (at.value !== null) {
        lines.push(LINE.range(at.from));
        at.next();
      }
      return Decoration.set(lines);
    }),
    gutter({ class: 'cm-steps', markers: (view) => view.state.field(field) }),
  ],
});

export const steps: Extension = shownSteps;

/** Describes the steps at a line; empty if there are none. */
export function wordsAt(view: { field(field: typeof shownSteps): RangeSet<StepMarker> }, from: number): string {
  let words = '';
  view.field(shownSteps).between(from, from, (_, __, marker) => {
    words = marker.words;
  });
  return words;
}
