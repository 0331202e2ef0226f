import type { FailedStory, Recogniser } from './recogniser.js';
import { Telling, failingThread } from './recogniser.js';

/** A thread uses memory after it was freed. */
export const useAfterFree: Recogniser = (story) => {
  const object = /(?:^use after free|after the free) of (.+?) \(\d+ bytes?\)/.exec(story.failed.message)?.[1];
  if (object === undefined) return undefined;
  const { steps } = story;
  const use = useOf(story, object);
  const free = steps.findLastIndex(({ kind, other }, i) => i < use && kind === 'free' && other === object);
  if (use < 0 || free < 0) return undefined;
  const telling = new Telling(story);
  const [user, owner] = [telling.thread(use), telling.thread(free)];
  if (user === owner) {
    return {
      kind: 'use after free',
      text: `${user} freed ${object} ${telling.at(free)} and used it afterwards ${telling.at(use)}.`,
      steps: [free, use],
    };
  }
  const known = pointerBefore(story, use, free, object);
  const before = known === undefined ? '' : `${user} ${telling.read(known)}; `;
  return {
    kind: 'use after free',
    text: `${before}${owner} freed ${object} ${telling.at(free)}, and ${user} used it afterwards ${telling.at(use)}.`,
    steps: [...(known === undefined ? [] : [known]), free, use],
  };
};

/** Returns the access to the freed object; -1 if it cannot be identified. */
function useOf(story: FailedStory, object: string): number {
  const { steps, places } = story;
  const thread = failingThread(story);
  const isIn = (place: number | undefined): boolean => place !== undefined && isPartOf(places[place]!.name, object);
  const freed = steps.findIndex(({ kind, other }) => kind === 'free' && other === object);
  if (freed < 0) return -1;
  const uses = steps.flatMap((step, i) => {
    const isAfter = i > freed && step.kind !== 'free' && step.kind !== 'commit';
    return isAfter && (isIn(step.place) || step.read === 'freed memory') ? [i] : [];
  });
  return (thread < 0 ? uses[0] : uses.findLast((i) => steps[i]!.thread === thread)) ?? -1;
}

/** `*node` has the parts `*node`, `node->next`; `Node#1` has `Node#1.value`. */
function isPartOf(place: string, object: string): boolean {
  if (place === object) return true;
  const pointer = object.startsWith('*') ? object.slice(1) : undefined;
  return [`${object}.`, `${object}[`, ...(pointer === undefined ? [] : [`${pointer}->`, `${pointer}[`])].some((start) =>
    place.startsWith(start),
  );
}

/** Returns the step before the free in which the thread of `step` read the address of the object. */
export function pointerBefore({ steps }: FailedStory, step: number, free: number, object: string): number | undefined {
  const { thread } = steps[step]!;
  const found = steps.findLastIndex(
    (each, i) => i < free && each.thread === thread && each.kind === 'load' && each.read === `&${object}`,
  );
  return found < 0 ? undefined : found;
}
