import { expect, it } from 'vitest';
import { ThreadSnapshots } from '../src/states/thread-snapshots.js';

it('finds every state by where its thread stands, however many there are', () => {
  const snapshots = new ThreadSnapshots();
  const at = (place: number): { readonly words: Int32Array } => ({ words: Int32Array.of(place) });
  for (let state = 1; state <= 2000; state++) {
    expect(snapshots.find(7, at(state), -1)).toBe(0);
    snapshots.add(state, 7, at(state), -1, true);
    expect(snapshots.find(7, at(state), -1)).toBe(state);
  }
  expect(snapshots.find(8, at(1), -1)).toBe(0);
});
