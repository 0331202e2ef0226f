import type { NoteAgain } from '@fencepost/linear';
import type { Context } from './context.js';

/** Removes all notes of threads from their context; the returned function adds them again. */
export function takeNotes(context: Context): NoteAgain | undefined {
  if (context.limits.size === 0 && context.repeated.size === 0) return undefined;
  const limits = [...context.limits];
  const repeated = [...context.repeated];
  context.clearNotes();
  return () => {
    for (const [key, limit] of limits) context.limits.set(key, limit);
    for (const [what, times] of repeated) context.noteRepeated(what, times);
  };
}
