import type { DeparturePair, RacePair } from '@fencepost/recording';
import { describe, expect, it } from 'vitest';
import { pairsByAccess, racesByAccess } from '../src/cli/monitor/by-access.js';

// Sites 0 to 3 are inlined copies of line 7, all others have a line of their own.
const accessOf = (site: number): string => `queue.h:${site < 4 ? 7 : site + 10}`;

const pair = (site: number, writeSite: number, count: number, thread: number): DeparturePair => ({
  ...{
    model: 'tso',
    site,
    writeSite,
    count,
    samples: [],
    fails: false,
    threads: new Set([thread]),
    writers: new Set([0]),
  },
  first: { event: site, write: writeSite, thread, writer: 0, place: 0 },
});

const race = (site: number, otherSite: number, count: number): RacePair => ({
  ...{ site, otherSite, count, thread: 0, otherThread: 1, place: 0, event: site },
});

describe('findings of the monitor', () => {
  it('has a pair of accesses once, with the first execution of it', () => {
    const pairs = pairsByAccess([pair(0, 8, 2, 1), pair(1, 8, 3, 2), pair(1, 9, 1, 2), pair(2, 8, 1, 1)], accessOf);
    expect(pairs.map(({ site, writeSite, count, threads }) => [site, writeSite, count, [...threads]])).toEqual([
      [0, 8, 6, [1, 2]],
      [1, 9, 1, [2]],
    ]);
    expect(pairs[0]!.first.event).toBe(0);
  });

  it('has a pair as certain if one of its copies is', () => {
    const [one, other] = pairsByAccess(
      [
        { ...pair(0, 8, 2, 1), isExcused: true },
        { ...pair(1, 8, 3, 2), isExcused: false },
        { ...pair(9, 8, 3, 2), isExcused: true },
      ],
      accessOf,
    );
    expect([one!.isExcused, one!.count, one!.first.event]).toEqual([false, 5, 1]);
    expect(other!.isExcused).toBe(true);
  });

  it('has a race of two accesses once, whichever came first', () => {
    const races = racesByAccess([race(0, 8, 2), race(8, 3, 1), race(8, 9, 1)], accessOf);
    expect(races.map(({ site, otherSite, count }) => [site, otherSite, count])).toEqual([
      [0, 8, 3],
      [8, 9, 1],
    ]);
  });
});
