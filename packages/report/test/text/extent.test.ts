import { describe, expect, it } from 'vitest';
import { extentOf } from '../../src/text/extent.js';

describe('the part of a line that an access covers', () => {
  it.each([
    // The `|` is the column that the compiler gives.
    ['  message |= 42;', 'message = 42'],
    ['  queue->items[i + 1] |= next(x, 2), y;', 'queue->items[i + 1] = next(x, 2)'],
    ['  counter|++;', 'counter++'],
    ['  (*|p).next = 0;', 'p'],
    ['  *top |= 1;', '*top = 1'],
    ['  total |+= price[3] * 2;', 'total += price[3] * 2'],
    ['  |atomic_store_explicit(&sent, 1, ORDER);', 'atomic_store_explicit(&sent, 1, ORDER)'],
    ['  assert(|message == 42);', 'message'],
    ['  if (|head->next->value > 1) {', 'head->next->value'],
    ['  while (|flag.load(std::memory_order_acquire)) {}', 'flag.load(std::memory_order_acquire)'],
    ['  return |(a', '(a'],
    ['  return|', ''],
  ])('%s', (marked, covered) => {
    const column = marked.indexOf('|');
    const line = marked.replace('|', '');
    const [from, to] = extentOf(line, column);
    expect(line.slice(from, to)).toBe(covered);
  });
});
