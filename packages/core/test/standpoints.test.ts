import { expect, it } from 'vitest';
import { Standpoints } from '../src/states/standpoints.js';

it('finds every state by where its thread stands, however many there are', () => {
  const standpoints = new Standpoints();
  const at = (place: number): { readonly words: Int32Array } => ({ words: Int32Array.of(place) });
  for (let state = 1; state <= 2000; state++) {
    expect(standpoints.find(7, at(state), -1)).toBe(0);
    standpoints.add(state, 7, at(state), -1, true);
    expect(standpoints.find(7, at(state), -1)).toBe(state);
  }
  expect(standpoints.find(8, at(1), -1)).toBe(0);
});
