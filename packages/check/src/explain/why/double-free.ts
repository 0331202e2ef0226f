import type { Recogniser } from './recogniser.js';
import { Telling } from './recogniser.js';
import { pointerBefore } from './use-after-free.js';

/** Memory is freed twice. */
export const doubleFree: Recogniser = (story) => {
  const { steps, failed } = story;
  if (!failed.message.startsWith('double free')) return undefined;
  const second = steps.findLastIndex(({ kind }) => kind === 'free');
  const object = steps[second]?.other;
  const first = steps.findLastIndex(({ kind, other }, i) => i < second && kind === 'free' && other === object);
  if (object === undefined || first < 0) return undefined;
  const telling = new Telling(story);
  const [one, other] = [telling.thread(first), telling.thread(second)];
  const known = one === other ? undefined : pointerBefore(story, second, first, object);
  const before = known === undefined ? '' : `${other} ${telling.read(known)}; `;
  const again = one === other ? 'freed it again' : `${other} freed it again`;
  return {
    kind: 'double free',
    text: `${before}${one} freed ${object} ${telling.at(first)}, and ${again} ${telling.at(second)}.`,
    steps: [...(known === undefined ? [] : [known]), first, second],
  };
};
