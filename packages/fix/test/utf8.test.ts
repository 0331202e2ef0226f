import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { bytesIn, charactersIn } from '../src/utf8.js';

it('counts the bytes of a text as an encoder does', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(bytesIn(text)).toBe(Buffer.byteLength(text));
    }),
  );
});

it('finds the characters before a byte', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (before, after) => {
      expect(charactersIn(before + after, Buffer.byteLength(before))).toBe(before.length);
    }),
  );
  expect(charactersIn('ab', 5)).toBe(2);
});
