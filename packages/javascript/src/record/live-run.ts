import type { Run } from '../world/running/current.js';

/**
 * Returns a run that is always active: natives check whether a thread runs. Functions needed only by searches do
 * nothing.
 */
export function liveRun(thread: number): Run {
  const unused = (): never => {
    throw new Error('a recorded thread takes its steps itself');
  };
  const nothing = (): void => undefined;
  return {
    thread,
    readsOnePlace: false,
    operations: 0,
    readings: 0,
    hasLooped: false,
    toss: unused,
    mutations: { note: nothing },
    perform: unused,
    nextChild: unused,
    head: nothing,
    abandon: () => undefined,
    spin: nothing,
    caught: nothing,
  };
}
