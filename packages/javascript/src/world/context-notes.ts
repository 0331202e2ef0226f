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
  if (context.limits.size === 0 && context.repeated.size === 0) return undefined;
  const limits = [...context.limits.values()];
  const repeated = [...context.repeated];
  context.clearNotes();
  return () => {
    for (const { what, bound, advice } of limits) context.limit(what, bound, advice);
    for (const [what, times] of repeated) context.noteRepeated(what, times);
  };
}
