import { expect, test } from 'vitest';
import { LocalStates, program, store } from '../src/index.js';
import type { FinalView, ThreadBody } from '../src/index.js';

const FINAL: FinalView = {
  read: () => 0,
  outcome: () => undefined,
  outcomes: () => [],
  results: () => new Map(),
  returned: () => undefined,
};

test.each([
  ['asynchronous', async (): Promise<void> => Promise.reject(new Error('not observed'))],
  ['asynchronous', () => ({ then: () => undefined })],
  [
    'a generator',
    function* () {
      yield 1;
    },
  ],
])('a check of the end that is %s is refused', (what, after: () => unknown) => {
  const built = program('it', (p) => {
    p.thread('one', function* () {
      yield store(p.variable('x'), 1);
    });
    p.after(after);
  });
  expect(() => built.after!(FINAL)).toThrow(`the function given to p.after is ${what}`);
});

test.each([() => undefined, () => 5, async () => Promise.resolve()])(
  'a thread must be a generator function: %s',
  (body) => {
    const built = program('it', (p) => p.thread('one', body as unknown as ThreadBody));
    expect(() => new LocalStates(built)).toThrow('thread one is not a generator function');
  },
);
