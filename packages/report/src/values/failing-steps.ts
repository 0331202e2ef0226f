import type { Story } from './story.js';

/**
 * Returns the step with which a thread ended: its last one or, if it has none, the one that started it; -1: before all
 * steps.
 */
export function lastStepOf({ steps, threads }: Story, thread: number): number {
  const last = steps.findLastIndex((step) => step.thread === thread && step.kind !== 'commit');
  if (last >= 0) return last;
  return steps.findIndex(({ kind, other }) => kind === 'spawn' && other === threads[thread]!.name);
}

/** Returns the number of threads that fail in a story before the failure with this message. */
export function failuresBefore(story: Story, message: string): number {
  const failed = story.threads.flatMap(({ failure }, thread) =>
    failure === undefined ? [] : [{ failure, at: lastStepOf(story, thread) }],
  );
  // Failures found at the end come after all of them.
  const own = failed.find(({ failure }) => failure === message)?.at ?? story.steps.length;
  return failed.filter(({ at }) => at < own).length;
}
