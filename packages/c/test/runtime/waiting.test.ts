import { describe, expect, it } from 'vitest';
import { NOBODY, arrive, broadcast, go, mayGo, signal } from '../../src/runtime/base/waiting.js';
import type { Waiting } from '../../src/runtime/base/waiting.js';

const waiters = (...who: number[]): Waiting => who.reduce(arrive, NOBODY);
const ready = (state: Waiting): number[] => state.waiters.filter((who) => mayGo(state, who));

describe('threads woken at a condition variable', () => {
  it('a signal or broadcast without waiters is lost', () => {
    expect(signal(NOBODY)).toBe(NOBODY);
    expect(broadcast(NOBODY)).toEqual(NOBODY);
    expect(ready(arrive(signal(NOBODY), 1))).toEqual([]);
  });

  it('one signal wakes any one of two waiters', () => {
    const state = signal(waiters(1, 2));
    expect(ready(state)).toEqual([1, 2]);
    expect(ready(go(state, 1))).toEqual([]);
    expect(ready(go(state, 2))).toEqual([]);
    expect(go(state, 2)).toEqual(waiters(1));
  });

  it('a broadcast wakes all waiters', () => {
    const state = broadcast(waiters(1, 2, 3));
    expect(ready(state)).toEqual([1, 2, 3]);
    expect(ready(go(state, 2))).toEqual([1, 3]);
    expect(go(go(go(state, 2), 3), 1)).toEqual(NOBODY);
  });

  it('a later waiter cannot steal a signal', () => {
    const state = arrive(signal(waiters(1)), 2);
    expect(ready(state)).toEqual([1]);
    expect(go(state, 1)).toEqual(waiters(2));
  });

  it('the second signal is lost when the only waiter is already woken', () => {
    const state = signal(signal(waiters(1)));
    expect(state).toEqual(signal(waiters(1)));
    expect(ready(arrive(state, 2))).toEqual([1]);
  });

  it('the second signal goes to a waiter that the first did not wake, or to one that came in between', () => {
    const state = signal(arrive(signal(waiters(1, 2)), 3));
    expect(ready(state)).toEqual([1, 2, 3]);
    // 3 can only have been woken by the second signal: the first is left for 1 or 2.
    expect(ready(go(state, 3))).toEqual([1, 2]);
    // 1 took the first: the second was for 2 or 3.
    expect(ready(go(state, 1))).toEqual([2, 3]);
    expect(ready(go(go(state, 1), 2))).toEqual([]);
  });

  it('a waiter that timed out is removed, and the order of the others is kept', () => {
    const state = go(waiters(1, 2), 1);
    expect(state).toEqual(waiters(2));
    expect(ready(signal(state))).toEqual([2]);
  });

  /** Signals that choose their thread at once, as POSIX has it: the sets of threads that may have been woken. */
  it('allows the same as choosing at once', () => {
    type Event = 'wait' | 'signal' | 'broadcast';
    const eager = (events: readonly Event[]): Set<string> => {
      let worlds: { blocked: number[]; woken: number[] }[] = [{ blocked: [], woken: [] }];
      let next = 1;
      for (const event of events) {
        if (event === 'wait') {
          const who = next++;
          worlds = worlds.map(({ blocked, woken }) => ({ blocked: [...blocked, who], woken }));
        } else if (event === 'broadcast') {
          worlds = worlds.map(({ blocked, woken }) => ({ blocked: [], woken: [...woken, ...blocked] }));
        } else {
          worlds = worlds.flatMap((world) =>
            world.blocked.length === 0
              ? [world]
              : world.blocked.map((who) => ({
                  blocked: world.blocked.filter((each) => each !== who),
                  woken: [...world.woken, who],
                })),
          );
        }
      }
      return new Set(worlds.map(({ woken }) => woken.sort((a, b) => a - b).join()));
    };
    const lazy = (events: readonly Event[]): Set<string> => {
      let next = 1;
      const state = events.reduce(
        (now, event) => (event === 'wait' ? arrive(now, next++) : event === 'signal' ? signal(now) : broadcast(now)),
        NOBODY,
      );
      const found = new Set<string>();
      const explore = (now: Waiting, woken: number[]): void => {
        const able = ready(now);
        if (able.length === 0) found.add(woken.sort((a, b) => a - b).join());
        for (const who of able) explore(go(now, who), [...woken, who]);
      };
      explore(state, []);
      return found;
    };
    const kinds: readonly Event[] = ['wait', 'signal', 'broadcast'];
    let histories: Event[][] = [[]];
    for (let length = 0; length < 6; length++) {
      histories = histories.flatMap((history) => kinds.map((event) => [...history, event]));
      for (const history of histories) expect(lazy(history), history.join()).toEqual(eager(history));
    }
  });
});
