import type { StoryStep } from '@fencepost/report';
import type { Recogniser } from './recogniser.js';
import { Telling, isRead } from './recogniser.js';

/** A thread is woken before it waits, and then waits forever. */
export const lostWakeUp: Recogniser = (story) => {
  const { steps, threads, failed } = story;
  if (failed.kind !== 'deadlock') return undefined;
  for (const [thread, { waitsOn }] of threads.entries()) {
    if (waitsOn === undefined) continue;
    const wait = steps.findLastIndex((step) => step.thread === thread && step.place === waitsOn && isWait(step));
    if (wait < 0) continue;
    const wake = steps.findLastIndex((step) => step.thread !== thread && step.place === waitsOn && isWake(step));
    // A later wake-up woke another thread, and was not lost.
    if (wake < 0 || wake > wait || !hasNoEffect(steps[wake]!)) continue;
    const check = steps.findLastIndex((step, i) => i < wait && step.thread === thread && isRead(story, step));
    // A thread that checks its condition after the wake-up and waits all the same waits for another one.
    if (check > wake) continue;
    const telling = new Telling(story);
    const who = telling.thread(wait);
    const before = check < 0 ? '' : `${who} ${telling.read(check)}; `;
    return {
      kind: 'lost wake-up',
      text: `${before}${telling.thread(wake)} woke ${telling.place(wake)} ${telling.at(wake)} before ${who} began to wait ${telling.at(wait)}: nothing wakes it any more.`,
      steps: [...(check < 0 ? [] : [check]), wake, wait],
    };
  }
  return undefined;
};

/** A thread waits forever for something that no thread signals. No step is marked: what matters is not there. */
export const missingWakeUp: Recogniser = (story) => {
  const { steps, threads, failed } = story;
  if (failed.kind !== 'deadlock') return undefined;
  for (const [thread, { waitsOn }] of threads.entries()) {
    if (waitsOn === undefined) continue;
    const wait = steps.findLastIndex((step) => step.thread === thread && step.place === waitsOn && isWait(step));
    if (wait < 0 || steps.some((step) => step.place === waitsOn && isWake(step))) continue;
    const telling = new Telling(story);
    return {
      kind: 'missing wake-up',
      text: `${telling.thread(wait)} began to wait ${telling.at(wait)}; no thread signals ${telling.place(wait)} in this execution.`,
      steps: [],
    };
  }
  return undefined;
};

function isWait({ action, wrote }: StoryStep): boolean {
  return (
    action !== undefined && wrote !== undefined && /\bwait/i.test(action) && !/begins|woken|times out/.test(action)
  );
}

function isWake({ action }: StoryStep): boolean {
  return action !== undefined && /signal|broadcast|notify|wake/i.test(action) && !/\bwait/i.test(action);
}

function hasNoEffect({ read, wrote }: StoryStep): boolean {
  return wrote === undefined || wrote === read;
}
