import type { ToldHistory } from '@fencepost/core';
import { expect, test } from 'vitest';
import { historyLines } from '../../src/text/history-text.js';

function linesOf(history: ToldHistory): string[] {
  return historyLines(history, 100).map((line) => {
    const text = line.map((part) => (typeof part === 'string' ? part : part.text)).join('');
    return text.trimEnd();
  });
}

const nothing = { initial: [], order: [], left: 0 };

test('a result is told if the operation ever returns something', () => {
  const pop = { call: 'pop()', result: 'undefined' };
  const push = { call: 'push(1)', result: 'undefined' };
  const threads = [
    { name: 'one', calls: [push, pop] },
    { name: 'two', calls: [push] },
  ];
  const tried = [{ calls: [push, { call: 'pop()', result: '1' }], instead: 'undefined' }];
  expect(linesOf({ ...nothing, threads, tried })).toEqual([
    'one                 two',
    'push(1)             push(1)',
    'pop() → undefined',
    '',
    'No sequential order explains that:',
    '  - push(1), pop() would return 1, not undefined',
    '',
  ]);
});

test('what is thrown is not returned', () => {
  const get = { call: 'get()', result: 'throws RangeError: 2' };
  const threads = [{ name: 'one', calls: [get] }];
  const tried = ['throws RangeError: 1', 'fails: too many', 'waits', '3'].map((result) => ({
    calls: [{ call: 'get()', result }],
    instead: get.result,
  }));
  expect(linesOf({ ...nothing, threads, tried }).slice(1)).toEqual([
    'get() throws RangeError: 2',
    '',
    'No sequential order explains that:',
    '  - get() would throw RangeError: 1, not throw RangeError: 2',
    '  - get() would fail: too many, not throw RangeError: 2',
    '  - get() would wait, not throw RangeError: 2',
    '  - get() would return 3, not throw RangeError: 2',
    '',
  ]);
});
