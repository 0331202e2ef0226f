import { describe, expect, it } from 'vitest';
import { retriedPairs } from '../src/explain/retries.js';
import type { FailedSwap, RecordedEvents, Swap } from '../src/events.js';
import type { DeparturePair, DepartureSample } from '../src/monitor/findings.js';
import { valueKey } from '../src/monitor/findings.js';
import type { RecordedRun } from '../src/run.js';

const [WRITER, READER] = [0, 1];
const [PLACE, OTHER] = [0, 1];
const SITE = 3;

/** A value is stored; the reader loads it, and then loads again (`retried`) or writes something. */
type Use = readonly [value: number, how: 'retried' | 'used'];

/** Whether a departure in which the reader would find 5 is only tried again, according to a run with these uses. */
function isRetried(uses: readonly Use[]): boolean {
  const feed = (events: RecordedEvents): void => {
    for (const [value, how] of uses) {
      events.store(WRITER, PLACE, 0, 0, value, 0);
      events.load(READER, PLACE, 0, SITE);
      if (how === 'used') events.store(READER, OTHER, 0, 0, value, 0);
    }
    // The last value is used.
    events.store(WRITER, PLACE, 0, 0, -1, 0);
    events.load(READER, PLACE, 0, SITE);
    events.store(READER, OTHER, 0, 0, -1, 0);
  };
  return isOnlyRetried(feed, [{ event: 0, value: valueKey(5, 0) }]);
}

function isOnlyRetried(feed: (events: RecordedEvents) => void, samples: readonly DepartureSample[]): boolean {
  const pair = { site: SITE, samples, fails: false } as unknown as DeparturePair;
  return retriedPairs({ feed } as unknown as RecordedRun, [pair]).has(pair);
}

/** A thread waits until the place has a value that is never the same; others count the place up to it. */
interface Wait {
  /** What the thread does before, for which it gets this number. */
  readonly before: (events: RecordedEvents, number: number) => void;
  /** The last value with which it waits, relative to the number; the next one ends the wait. */
  readonly last: number;
}

/** Whether a departure is only tried again in which the wait for this number finds a value that was so much less. */
function isRetriedInWait({ before, last }: Wait, number: number, less: number): boolean {
  let event = 0;
  const samples: DepartureSample[] = [];
  const counted = (events: RecordedEvents): RecordedEvents =>
    new Proxy(events, {
      get:
        (target, name: keyof RecordedEvents) =>
        (...args: readonly unknown[]) => {
          event++;
          (target[name] as (...all: readonly unknown[]) => void).call(target, ...args);
        },
    });
  const feed = (all: RecordedEvents): void => {
    const events = counted(all);
    events.update(WRITER, OTHER, 0, 0, 9, 0);
    for (const i of [10, 22, 37, 50, 78, 99]) {
      before(events, i);
      for (let late = i % 4; late >= 0; late--) {
        events.store(WRITER, PLACE, 0, 0, i + last - late, 0);
        events.load(READER, PLACE, 0, SITE);
      }
      events.store(WRITER, PLACE, 0, 0, i + last + 1, 0);
      if (i === number) samples.push({ event, value: i + last + 1 - less });
      events.load(READER, PLACE, 0, SITE);
      events.store(READER, OTHER, 0, 0, -i, 0);
    }
  };
  // Once to know the events.
  feed(NO_EVENTS);
  return isOnlyRetried(
    (events) => {
      feed(events);
    },
    [...samples],
  );
}

const NO_EVENTS = new Proxy({}, { get: () => () => undefined }) as RecordedEvents;

const WAITS: Readonly<Record<string, Wait>> = {
  'a ticket': {
    before: (events, number) => {
      events.store(WRITER, OTHER, 0, 0, number, 0);
      events.update(READER, OTHER, 0, 0, number + 1, 0);
    },
    last: -1,
  },
  'a number that the thread has stored': {
    before: (events, number) => {
      events.store(READER, OTHER, 0, 0, number, 0);
    },
    last: 2,
  },
  'a turn that a compare-and-swap has found': {
    before: (events, number) => {
      events.store(WRITER, OTHER, 0, 0, number, 0);
      const change = { expectedLow: -1, expectedHigh: 0, low: 0, high: 0, failureOrder: 'relaxed' as const };
      events.failedSwap(READER, OTHER, 0, 0, change);
    },
    last: -3,
  },
  'a generation that the thread has read': {
    before: (events, number) => {
      events.store(WRITER, PLACE, 0, 0, number, 0);
      events.load(READER, PLACE, 0, 0);
    },
    last: 0,
  },
};

describe.each(Object.entries(WAITS))('a wait for %s', (_, wait) => {
  it('would only be tried again with a value after which such waits always went on', () => {
    expect(isRetriedInWait(wait, 50, 1)).toBe(true);
    expect(isRetriedInWait(wait, 50, 0)).toBe(false);
    // Older than what any wait has found.
    expect(isRetriedInWait(wait, 50, 8)).toBe(true);
  });
});

describe('a wait for a number or any larger one', () => {
  /** Waits of a thread for numbers that it has drawn. By how much the value that ended each wait was larger; `zeros` ended waits, too. */
  const isRetriedWait = (
    ends: readonly number[],
    sampled: number,
    { zeros = 0, direction = 1 }: { readonly zeros?: number; readonly direction?: 1 | -1 } = {},
  ): boolean => {
    const events: ((all: RecordedEvents) => void)[] = [];
    const find = (value: number, isUsed: boolean): void => {
      events.push(
        (all) => all.store(WRITER, PLACE, 0, 0, value, 0),
        (all) => all.load(READER, PLACE, 0, SITE),
      );
      if (isUsed) events.push((all) => all.store(READER, OTHER + 1, 0, 0, 0, 0));
    };
    for (const [i, end] of ends.entries()) {
      const number = 1000 + 10 * i;
      events.push(
        (all) => all.store(WRITER, OTHER, 0, 0, number, 0),
        (all) => all.update(READER, OTHER, 0, 0, number + 1, 0),
      );
      find(number - direction * (1 + (i % 2)), false);
      if (i < zeros) find(0, true);
      else find(number + direction * end, true);
    }
    const samples = [{ event: events.length - 2, value: 1000 + 10 * (ends.length - 1) + sampled }];
    return isOnlyRetried((all) => {
      for (const each of events) each(all);
    }, samples);
  };
  const VARIED = [0, 3, 1, 7, 2, 12, 5, 4];

  it('would only be tried again with one that is smaller', () => {
    expect(isRetriedWait(VARIED, -1)).toBe(true);
    expect(isRetriedWait(VARIED, -700)).toBe(true);
    expect(isRetriedWait(VARIED, 0)).toBe(false);
    expect(isRetriedWait(VARIED, 6)).toBe(false);
    expect(isRetriedWait(VARIED, 1, { direction: -1 })).toBe(true);
    expect(isRetriedWait(VARIED, -6, { direction: -1 })).toBe(false);
  });

  it('may also end with 0', () => {
    const zeros = { zeros: 3 };
    expect(isRetriedWait(VARIED, -1, zeros)).toBe(true);
    expect(isRetriedWait(VARIED, -700, zeros)).toBe(true);
    // The value 0.
    expect(isRetriedWait(VARIED, -1070, zeros)).toBe(false);
    expect(isRetriedWait(VARIED, 6, zeros)).toBe(false);
  });

  it('is not told by a few waits', () => {
    expect(isRetriedWait([0, 3, 1], -700)).toBe(false);
  });
});

it('a loop that ends for ever other values is not said to try again', () => {
  expect(isRetriedInWait({ before: () => undefined, last: 0 }, 50, 1)).toBe(true);
  expect(isRetriedInWait({ before: () => undefined, last: 0 }, 50, 2)).toBe(true);
  expect(isRetriedInWait({ before: () => undefined, last: 0 }, 50, 13)).toBe(false);
});

it('a test-and-set that finds what it sets has only looked', () => {
  const feed =
    (found: 'changed' | 'retried') =>
    (events: RecordedEvents): void => {
      events.store(WRITER, PLACE, 0, 0, 1, 0);
      events.update(READER, PLACE, 0, SITE, found === 'retried' ? 1 : 2, 0);
      events.store(WRITER, PLACE, 0, 0, 0, 0);
      events.update(READER, PLACE, 0, SITE, 1, 0);
    };
  expect(isOnlyRetried(feed('retried'), [{ event: 0, value: 1 }])).toBe(true);
  expect(isOnlyRetried(feed('retried'), [{ event: 0, value: 0 }])).toBe(false);
  expect(isOnlyRetried(feed('changed'), [{ event: 0, value: 1 }])).toBe(false);
});

it('a load would only be tried again if it always was after such a value', () => {
  expect(isRetried([[5, 'retried']])).toBe(true);
  expect(isRetried([[6, 'used'], [5, 'retried'], [5, 'retried']])).toBe(true); // prettier-ignore
  expect(isRetried([[5, 'used']])).toBe(false);
  expect(isRetried([[5, 'used'], [5, 'retried']])).toBe(false); // prettier-ignore
  expect(isRetried([[6, 'retried']])).toBe(false);
});

it('a load would only be tried again with any value if one value alone ends the loop', () => {
  const all: readonly Use[] = [[2, 'retried'], [7, 'retried'], [9, 'retried'], [-1, 'used'], [-1, 'used']]; // prettier-ignore
  expect(isRetried(all)).toBe(true);
  expect(isRetried(all.slice(1))).toBe(false);
  expect(isRetried([...all, [0, 'used']])).toBe(false);
});

it('a compare-and-swap that fails would only be tried again if it always was', () => {
  /** After each failure of the compare-and-swap, the reader tries it again until it succeeds, or gives up. */
  const isRetriedSwap = (ends: readonly ('fails again' | 'succeeds' | 'gives up')[]): boolean => {
    const change = { expectedLow: 1, expectedHigh: 0, low: 2, high: 0 } as FailedSwap & Swap;
    const feed = (events: RecordedEvents): void => {
      for (const end of ends) {
        events.failedSwap(READER, PLACE, 0, SITE, change);
        if (end === 'fails again') events.failedSwap(READER, PLACE, 0, SITE, change);
        if (end === 'gives up') events.store(READER, OTHER, 0, 0, 1, 0);
        else events.swap(READER, PLACE, 0, SITE, change);
      }
    };
    const pair = { site: SITE, values: new Set(), samples: [], fails: true } as unknown as DeparturePair;
    return retriedPairs({ feed } as unknown as RecordedRun, [pair]).has(pair);
  };
  expect(isRetriedSwap(['succeeds', 'fails again'])).toBe(true);
  expect(isRetriedSwap(['gives up'])).toBe(false);
  expect(isRetriedSwap(['succeeds', 'gives up', 'succeeds'])).toBe(false);
});

it('a load of more values than are kept is not said to be tried again', () => {
  const many = Array.from({ length: 1100 }, (_, i): Use => [10 + i, 'used']);
  expect(isRetried([...many, [5, 'used'], [5, 'retried']])).toBe(false);
});
