import type { Story } from '../values/story.js';

/** By step: the step that wrote what it reads; undefined if it does not read, or reads the initial value. */
export function readSources({ places, steps }: Story): readonly (number | undefined)[] {
  const writers = places.map((): number | undefined => undefined);
  return steps.map(({ thread, kind, place, read, wrote, pending, of }, i) => {
    if (place === undefined) return undefined;
    const writer = writers[place];
    if (wrote !== undefined && !pending) writers[place] = of ?? i;
    if (read === undefined || kind === 'commit') return undefined;
    // A load that is "pending" reads the newest store of its own thread.
    const isOwn = (step: (typeof steps)[number]): boolean =>
      step.kind === 'store' && step.thread === thread && step.place === place;
    return pending ? steps.slice(0, i).findLastIndex(isOwn) : writer;
  });
}
