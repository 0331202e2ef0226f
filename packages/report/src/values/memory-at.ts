import type { Story, StoryStep } from './story.js';

/** Memory and pending stores at one moment of an execution. */
export interface MemoryAt {
  /** By place. */
  readonly memory: readonly string[];
  /** By thread: the steps of its pending stores, in the order of issue. */
  readonly buffers: readonly (readonly number[])[];
}

/** Returns the content of memory and buffers after each number of steps, from 0. Unchanged parts are shared. */
export function memoryStates(story: Story): readonly MemoryAt[] {
  let now: MemoryAt = {
    memory: story.places.map(({ initial, isMutex }) => (isMutex && initial === '0' ? 'free' : initial)),
    buffers: story.threads.map(() => []),
  };
  const states = [now];
  story.steps.forEach((step, i) => states.push((now = after(story, now, step, i))));
  return states;
}

function after(story: Story, before: MemoryAt, step: StoryStep, index: number): MemoryAt {
  const { buffers } = before;
  const { thread, kind, of, pending } = step;
  if (kind === 'store' && pending) {
    return { ...before, buffers: buffers.with(thread, [...buffers[thread]!, index]) };
  }
  const written = overtaking(story.steps, step) > 0 ? undefined : writtenValue(story, step);
  if (step.place === undefined || written === undefined) return before;
  const memory = before.memory.with(step.place, written);
  if (kind !== 'commit') return { memory, buffers };
  return {
    memory,
    buffers: buffers.with(
      thread,
      buffers[thread]!.filter((store) => store !== of),
    ),
  };
}

/**
 * Returns the number of missed writes that took effect before the step: all of them under models without store buffers,
 * otherwise none, as they are pending.
 */
export function overtaking(steps: Story['steps'], { missed }: StoryStep): number {
  return missed.filter((store) => !steps[store]!.pending).length;
}

/** Returns the new content of the place, in words if it is not a value; undefined if the step does not change it. */
function writtenValue({ threads, places }: Story, { thread, place, action, wrote }: StoryStep): string | undefined {
  if (place === undefined || wrote === undefined) return undefined;
  // The word of a synchronisation object means nothing to the reader.
  if (action !== undefined) return `after ${action} of ${threads[thread]!.name}`;
  if (!places[place]!.isMutex) return wrote;
  return wrote === '0' ? 'free' : `held by ${threads[thread]!.name}`;
}
