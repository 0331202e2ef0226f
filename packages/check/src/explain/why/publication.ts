import type { Recogniser } from './recogniser.js';
import { Telling, failingThread, isRead, isWrite } from './recogniser.js';

/**
 * A thread publishes data, by a flag or a pointer, before it writes them: another thread sees the flag and reads the
 * initial value. The later write has to be in the execution, as it proves that the data were not complete.
 */
export const publicationBeforeInitialisation: Recogniser = (story) => {
  const { steps, places } = story;
  const failing = failingThread(story);
  for (const [late, write] of steps.entries()) {
    if (write.kind !== 'store' || !isWrite(story, write) || write.wrote === places[write.place!]!.initial) continue;
    const isFirst = steps.findIndex((step) => step.place === write.place && isWrite(story, step)) === late;
    if (!isFirst) continue;
    const stale = steps.findLastIndex(
      (step, i) => i < late && step.place === write.place && step.thread !== write.thread && isRead(story, step),
    );
    if (stale < 0) continue;
    const reader = steps[stale]!.thread;
    if (failing >= 0 && failing !== reader) continue;
    const seen = steps.findLastIndex((step, i) => i < stale && step.thread === reader && isRead(story, step));
    if (seen < 0 || steps[seen]!.place === write.place) continue;
    const flag = steps.findLastIndex(
      (step, i) => i < seen && step.place === steps[seen]!.place && isWrite(story, step),
    );
    if (flag < 0 || steps[flag]!.thread !== write.thread || steps[flag]!.wrote !== steps[seen]!.read) continue;
    const telling = new Telling(story);
    const [writer, who] = [telling.thread(flag), telling.thread(stale)];
    return {
      kind: 'publication before initialisation',
      text: `${writer} set ${telling.place(flag)} = ${steps[flag]!.wrote!} ${telling.at(flag)} before ${telling.place(late)} = ${write.wrote!} ${telling.at(late)}; in between ${who} ${telling.read(seen)} and ${telling.place(stale)} = ${steps[stale]!.read!} ${telling.at(stale)}.`,
      steps: [flag, seen, stale, late],
    };
  }
  return undefined;
};
