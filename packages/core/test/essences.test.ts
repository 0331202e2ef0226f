import { expect, it } from 'vitest';
import { ENDED, Essences } from '../src/states/essences.js';

const [FIRST, SECOND] = [7, 8];

/** A snapshot whose first two words are its essence. Counts how often its words are looked at. */
function snapshot(...words: number[]) {
  const looked = { times: 0 };
  const each = new Proxy(Int32Array.from(words), {
    get: (target, key) => {
      looked.times++;
      return target[Number(key)];
    },
  });
  return { words: each, essence: 2, looked };
}

it('essences are numbered when they are asked for, by their words and their thread', () => {
  const essences = new Essences();
  const unasked = snapshot(1, 2, 9);
  essences.note(1, FIRST, snapshot(1, 2, 3), false);
  essences.note(2, FIRST, snapshot(1, 2, 4), false);
  essences.note(3, FIRST, snapshot(1, 3, 3), false);
  essences.note(4, SECOND, snapshot(1, 2, 3), false);
  essences.note(5, FIRST, undefined, true);
  essences.note(6, FIRST, undefined, false);
  essences.note(100, FIRST, unasked, false);
  expect([1, 2, 3, 4, 5, 6, 7, 100].map((state) => essences.isKnown(state))).toEqual([
    ...[true, true, true, true, true, false, false, true],
  ]);
  expect(essences.of(2)).toBe(essences.of(1));
  expect(new Set([1, 3, 4].map((state) => essences.of(state))).size).toBe(3);
  expect([essences.of(5), essences.of(6), essences.of(7)]).toEqual([ENDED, 0, 0]);
  expect(unasked.looked.times).toBe(0);
  expect(essences.of(100)).toBe(essences.of(1));
  expect(unasked.looked.times).toBeGreaterThan(0);
});

it('states that are still used keep their numbers, asked for or not, and numbers of others are reused', () => {
  const essences = new Essences();
  for (let state = 1; state <= 4; state++) essences.note(state, FIRST, snapshot(1, 2, state), false);
  const number = essences.of(1);
  essences.forgetAllBut(Uint8Array.of(0, 1, 0, 1, 0));
  expect(essences.of(3)).toBe(number);
  essences.note(2, FIRST, snapshot(5, 6, 7), false);
  expect(essences.of(2)).not.toBe(number);
  essences.note(4, FIRST, snapshot(1, 2, 8), false);
  expect(essences.of(4)).toBe(number);
});

it('numbers of states that were forgotten have no essence until it is noted', () => {
  const essences = new Essences();
  for (let state = 1; state <= 3; state++) essences.note(state, FIRST, snapshot(1, 2, state), false);
  expect(essences.of(1)).not.toBe(0);
  essences.forgetAllBut(Uint8Array.of(0, 0, 0, 1));
  expect([1, 2, 3].map((state) => essences.isKnown(state))).toEqual([false, false, true]);
  expect([essences.of(1), essences.of(2)]).toEqual([0, 0]);
});
