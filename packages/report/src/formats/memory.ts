import type { Story } from '../story.js';

/** What can be told about memory from the steps of a story. All by step. */
export interface MemoryHistory {
  /** What the place of the step holds after it; undefined if the step has no place. */
  readonly after: readonly (string | undefined)[];
  /** The step that wrote what the step reads; undefined if it does not read, or reads what was there at first. */
  readonly source: readonly (number | undefined)[];
}

export function memoryHistory({ places, steps }: Story): MemoryHistory {
  const values = places.map(({ initial }) => initial);
  const writers = places.map((): number | undefined => undefined);
  const after: (string | undefined)[] = [];
  const source: (number | undefined)[] = [];
  steps.forEach(({ thread, kind, place, read, wrote, pending, of }, i) => {
    if (place === undefined) return;
    if (read !== undefined && kind !== 'commit') {
      // A load that is "pending" reads the newest store of its own thread.
      source[i] = pending
        ? steps.findLastIndex(
            (step, s) => s < i && step.kind === 'store' && step.thread === thread && step.place === place,
          )
        : writers[place];
    }
    if (wrote !== undefined && !pending) {
      values[place] = wrote;
      writers[place] = of ?? i;
    }
    after[i] = values[place];
  });
  return { after, source };
}
