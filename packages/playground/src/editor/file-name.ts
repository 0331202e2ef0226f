import { invertedEffects } from '@codemirror/commands';
import type { Extension } from '@codemirror/state';
import { StateEffect, StateField } from '@codemirror/state';

/** Renames the program. */
export const setFile = StateEffect.define<string>();

/** The name of the program. It is part of the editor state, so that undoing an example also restores the name. */
export const fileName = StateField.define<string>({
  create: () => '',
  update: (file, { effects }) => effects.findLast((each) => each.is(setFile))?.value ?? file,
});

export function namedFile(file: string): Extension {
  return [
    fileName.init(() => file),
    invertedEffects.of(({ startState, effects }) =>
      effects.some((each) => each.is(setFile)) ? [setFile.of(startState.field(fileName))] : [],
    ),
  ];
}
