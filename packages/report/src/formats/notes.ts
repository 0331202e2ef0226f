import type { ModelName } from '@fencepost/core';
import type { Report } from '../values/report.js';

/** Limits of a safe verdict, once per program. Other verdicts need no such note. */
export interface NoteOnSafety {
  readonly source: string;
  readonly program: string;
  readonly text: string;
  readonly models: readonly ModelName[];
}

export function notesOnSafety({ checks }: Report): NoteOnSafety[] {
  const found = new Map<string, NoteOnSafety & { readonly models: ModelName[] }>();
  for (const { source, program, model, verdict, notes } of checks) {
    for (const text of verdict === 'safe' ? notes : []) {
      const key = JSON.stringify([source, program, text]);
      const note = found.get(key) ?? { source, program, text, models: [] };
      note.models.push(model);
      found.set(key, note);
    }
  }
  return [...found.values()];
}
