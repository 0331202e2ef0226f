import { describe, expect, it } from 'vitest';
import { listedInShort } from '../../src/text/numbers.js';

describe('lists in sentences', () => {
  it.each([
    [1, 'thread 1'],
    [4, 'thread 1, thread 2, thread 3 and thread 4'],
    [5, 'thread 1, thread 2 and 3 others'],
    [16, 'thread 1, thread 2 and 14 others'],
  ])('name at most four: %i', (length, text) => {
    expect(listedInShort(Array.from({ length }, (_, i) => `thread ${i + 1}`))).toBe(text);
  });
});
