import type { FailedStory, Recogniser } from './recogniser.js';
import { Telling } from './recogniser.js';

/** Threads wait in a cycle: each holds a lock that the one before it waits for. */
export const lockOrder: Recogniser = (story) => {
  const { threads, failed } = story;
  if (failed.kind !== 'deadlock') return undefined;
  for (const first of threads.keys()) {
    const chain: number[] = [];
    const locks: number[] = [];
    for (let thread = first; !chain.includes(thread);) {
      const lock = lockAwaitedBy(story, thread);
      if (lock === undefined) break;
      chain.push(thread);
      locks.push(lock);
      thread = story.steps[lock]!.thread;
      if (thread !== first) continue;
      if (chain.length === 1) break;
      return { kind: 'lock order', text: textFor(story, chain, locks), steps: [...locks].sort((a, b) => a - b) };
    }
  }
  return undefined;
};

/** Returns the step in which another thread took the lock that the thread waits for; undefined if there is none. */
function lockAwaitedBy({ threads, steps, places }: FailedStory, thread: number): number | undefined {
  const { waitsOn } = threads[thread]!;
  if (waitsOn === undefined || !places[waitsOn]!.isMutex) return undefined;
  const last = steps.findLastIndex(
    ({ place, wrote, kind }) => place === waitsOn && wrote !== undefined && kind !== 'commit',
  );
  return last < 0 || steps[last]!.wrote === '0' ? undefined : last;
}

function textFor(story: FailedStory, chain: readonly number[], locks: readonly number[]): string {
  const telling = new Telling(story);
  const parts = chain.map((thread, i) => {
    // The lock that this thread holds is the one that the thread before it waits for.
    const held = locks.at(i - 1)!;
    const { name } = story.threads[thread]!;
    const waits = `waits for ${telling.place(locks[i]!)}${telling.waitsAt(thread)}`;
    return `${name} holds ${telling.place(held)} ${telling.at(held)} and ${waits}`;
  });
  return `${parts.join('; ')}: they take the locks in different orders.`;
}
