import { overtaking } from '../values/memory-at.js';
import type { Story } from '../values/story.js';

/**
 * Returns for each step the step that wrote the value it reads; undefined if it does not read, or reads the initial
 * value.
 */
export function readSources({ places, steps }: Story): readonly (number | undefined)[] {
  /** By place: the writes that took effect, in coherence order. */
  const writers = places.map((): number[] => []);
  return steps.map((step, i) => {
    const { thread, kind, place, read, wrote, pending, of } = step;
    if (place === undefined) return undefined;
    const row = writers[place]!;
    const before = row.length - overtaking(steps, step);
    const writer = row[before - 1];
    if (wrote !== undefined && !pending) row.splice(before, 0, of ?? i);
    if (read === undefined || kind === 'commit') return undefined;
    // A load that is "pending" reads the newest store of its own thread.
    const isOwn = (each: (typeof steps)[number]): boolean =>
      each.kind === 'store' && each.thread === thread && each.place === place;
    return pending ? steps.slice(0, i).findLastIndex(isOwn) : writer;
  });
}
