import { expect, it } from 'vitest';
import { retriedPairs } from '../src/explain/retries.js';
import type { RecordedEvents } from '../src/events.js';
import type { DeparturePair } from '../src/monitor/findings.js';
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
  const pair = { site: SITE, values: new Set([valueKey(5, 0)]), fails: false } as unknown as DeparturePair;
  return retriedPairs({ feed } as unknown as RecordedRun, [pair]).has(pair);
}

it('a load would only be tried again if it always was after such a value', () => {
  expect(isRetried([[5, 'retried']])).toBe(true);
  expect(isRetried([[6, 'used'], [5, 'retried'], [5, 'retried']])).toBe(true); // prettier-ignore
  expect(isRetried([[5, 'used']])).toBe(false);
  expect(isRetried([[5, 'used'], [5, 'retried']])).toBe(false); // prettier-ignore
  expect(isRetried([[6, 'retried']])).toBe(false);
});

it('a load of more values than are kept is not said to be tried again', () => {
  const many = Array.from({ length: 1100 }, (_, i): Use => [10 + i, 'used']);
  expect(isRetried([...many, [5, 'used'], [5, 'retried']])).toBe(false);
});
