import { expect, it } from 'vitest';
import { placesInWords } from '../src/search/places-in-words.js';

it.each([
  [['x'], 'x'],
  [['x', 'y'], 'x and y'],
  [['b[0]', 'b[1]'], 'b[0] and b[1]'],
  [['b[2]', 'b[0]', 'b[1]'], 'b[0] to b[2]'],
  [['m.b[9]', 'm.b[10]', 'm.b[11]', 'm.b[12]'], 'm.b[9] to m.b[12]'],
  [['b[0]', 'b[2]', 'b[4]'], 'b[0], b[2] and b[4]'],
  [['b[0]', 'b[2]', 'b[4]', 'b[6]'], 'b[0], b[2] and 2 others'],
  [['b[0]', 'c[1]', 'b[2]'], 'b[0], c[1] and b[2]'],
])('%j', (places, words) => {
  expect(placesInWords(places)).toBe(words);
});
