import type { NoteAgain } from '@fencepost/linear';
import type { Context } from './context.js';

/** Runs threads, and tells how to note again what they noted in their context. */
export function notingIn(context: Context, run: () => void): NoteAgain | undefined {
  const before = taken(context);
  try {
    run();
  } catch (error) {
    before?.();
    throw error;
  }
  const noted = taken(context);
  before?.();
  noted?.();
  return noted;
}

/** Takes away all that was noted so far; it can be noted again. */
function taken(context: Context): NoteAgain | undefined {
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
