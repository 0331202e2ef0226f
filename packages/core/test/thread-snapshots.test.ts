import type { ThreadRun } from '@fencepost/core';
import { LocalStates, load } from '@fencepost/core';
import { expect, it } from 'vitest';
import { ThreadSnapshots } from '../src/states/thread-snapshots.js';

it('finds every state by where its thread stands, however many there are', () => {
  const snapshots = new ThreadSnapshots();
  const at = (place: number): { readonly words: Int32Array } => ({ words: Int32Array.of(place) });
  const find = (root: number, place: number): number => snapshots.finder(root)(Int32Array.of(place, 9), 1);
  for (let state = 1; state <= 2000; state++) {
    expect(find(7, state)).toBe(0);
    snapshots.add(state, 7, at(state), -1, true);
    expect(find(7, state)).toBe(state);
  }
  expect(find(8, 1)).toBe(0);
});

it('a run that ends in a known state builds no snapshot', () => {
  let built = 0;
  /** Adds up what it loads: results 1 and 2 lead to the same state as 2 and 1. */
  const run = (): ThreadRun => {
    let [sum, loads] = [0, 0];
    return {
      next: (result) => {
        sum += result;
        return { done: false, value: load(8 * ++loads) };
      },
      save: (find) => {
        const words = Int32Array.of(sum, loads);
        const known = find(words, words.length);
        if (known === 0) built++;
        return known === 0 ? { words } : known;
      },
      // Never needed: every state has a snapshot.
      follow: () => false,
      resume: (from) => {
        [sum, loads] = [from.words[0]!, from.words[1]!];
        return true;
      },
    };
  };
  const states = new LocalStates({
    name: 'sums',
    threads: [{ name: 'sum', body: run }],
    initialValue: () => 0,
    nameOf: String,
  });
  const after = (...results: number[]): number =>
    results.reduce((state, result) => states.update(state, result), states.initial[0]!);
  expect(after(1, 2)).toBe(after(2, 1));
  expect(after(1, 1)).not.toBe(after(1, 2));
  expect({ built, runs: states.runs }).toEqual({ built: 5, runs: 6 });
});
