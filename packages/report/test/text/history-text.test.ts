import type { ToldCall, ToldHistory } from '@fencepost/core';
import { expect, test } from 'vitest';
import { historyLines } from '../../src/text/history-text.js';
import { callIntervals } from '../../src/values/call-intervals.js';

function linesOf(history: ToldHistory): string[] {
  return historyLines(history, 100).map((line) => {
    const text = line.map((part) => (typeof part === 'string' ? part : part.text)).join('');
    return text.trimEnd();
  });
}

const nothing = { initial: [], order: [], left: 0 };

test('a result is shown if the operation ever returns something', () => {
  const pop = { call: 'pop()', result: 'undefined' };
  const push = { call: 'push(1)', result: 'undefined' };
  const threads = [
    { name: 'one', calls: [push, pop] },
    { name: 'two', calls: [push] },
  ];
  const tried = [{ calls: [push, { call: 'pop()', result: '1' }], instead: 'undefined' }];
  expect(linesOf({ ...nothing, threads, tried })).toEqual([
    'one  ├ push(1) ┤ ├ pop() → undefined ┤',
    'two  ├ push(1) ──────────────────────┤',
    '',
    'No sequential order explains that:',
    '  - push(1), pop() would return 1, not undefined',
    '',
  ]);
});

test('thrown values are not returned', () => {
  const get = { call: 'get()', result: 'throws RangeError: 2' };
  const threads = [{ name: 'one', calls: [get] }];
  const tried = ['throws RangeError: 1', 'fails: too many', 'waits', '3'].map((result) => ({
    calls: [{ call: 'get()', result }],
    instead: get.result,
  }));
  expect(linesOf({ ...nothing, threads, tried }).slice(1)).toEqual([
    '',
    'No sequential order explains that:',
    '  - get() would throw RangeError: 1, not throw RangeError: 2',
    '  - get() would fail: too many, not throw RangeError: 2',
    '  - get() would wait, not throw RangeError: 2',
    '  - get() would return 3, not throw RangeError: 2',
    '',
  ]);
});

test('calls that overlap are drawn so, and others are not', () => {
  const push = (value: number): ToldCall => ({ call: `push(${value})`, result: '' });
  const threads = [
    { name: 'one', calls: [push(1), push(2)] },
    { name: 'two', calls: [push(3)] },
    { name: 'three', calls: [push(4)] },
  ];
  // push(1) ends before push(3) begins, which overlaps with push(2); push(4) overlaps with all.
  const history = { ...nothing, threads, order: [{ before: 0, after: 2 }], tried: [] };
  expect(callIntervals(history)).toEqual([
    [
      { start: 0, end: 0 },
      { start: 1, end: 1 },
    ],
    [{ start: 1, end: 1 }],
    [{ start: 0, end: 1 }],
  ]);
  expect(linesOf(history).slice(0, 3)).toEqual([
    'one    ├ push(1) ┤ ├ push(2) ┤',
    'two                ├ push(3) ┤',
    'three  ├ push(4) ────────────┤',
  ]);
});

test('an order that is not that of time has no bars', () => {
  const call = { call: 'get()', result: '' };
  const threads = ['a', 'b', 'c', 'd'].map((name) => ({ name, calls: [call] }));
  const order = [
    { before: 0, after: 1 },
    { before: 2, after: 3 },
  ];
  expect(callIntervals({ ...nothing, threads, order, tried: [] })).toBeUndefined();
});
