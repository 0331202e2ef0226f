import type { NoteAgain } from '@fencepost/linear';
import type { Context } from './context.js';

/** Removes all notes that threads have made in their context. The returned function adds them again. */
export function takeNotes(context: Context): NoteAgain | undefined {
  if (context.limits.size === 0 && context.repeated.size === 0 && context.remarks.isEmpty) return undefined;
  const limits = [...context.limits];
  const repeated = [...context.repeated];
  const remarks = context.remarks.save();
  context.clearNotes();
  return () => {
    for (const [key, limit] of limits) context.limits.set(key, limit);
    for (const [what, times] of repeated) context.noteRepeated(what, times);
    context.remarks.add(remarks);
  };
}
