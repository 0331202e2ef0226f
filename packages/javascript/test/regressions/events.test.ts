import { expect, test } from 'vitest';
import type { MessageEvent } from '../../src/workers/events.js';
import { Target } from '../../src/workers/events.js';

test('an event that is stopped is kept from the listeners that come later', () => {
  const target = new Target();
  const called: string[] = [];
  target.addEventListener('message', (event) => {
    called.push('first');
    if ((event as MessageEvent).data === 'for the first') (event as MessageEvent).stopImmediatePropagation();
  });
  target.addEventListener('message', () => called.push('second'));
  target.tell('message', 'for the first');
  target.tell('message', 'for all');
  expect(called).toEqual(['first', 'first', 'second']);
});
