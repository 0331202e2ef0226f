import { describe, expect, it } from 'vitest';
import { Accesses } from '../src/active/accesses.js';
import { approachesTo } from '../src/active/steering-targets.js';

const [STORE, LOAD] = [0, 1];

/** Threads that all do the same: thread i stores to `where(i)`, and loads from `from(i)`. */
function alike(threads: number, where: (i: number) => number, from: (i: number) => number): Accesses {
  const accesses = new Accesses();
  for (let i = 0; i < threads; i++) {
    accesses.add(i, 0, STORE, where(i), true);
    accesses.add(i, 1, LOAD, from(i), false);
  }
  return accesses;
}

const approaches = (accesses: Accesses, threads: number) =>
  approachesTo(Array.from({ length: threads }, () => [STORE, LOAD]).flat(), [
    { seed: 7, accesses, issued: Array.from({ length: accesses.count }, (_, i) => i) },
  ]);

// To try all orders of the threads takes ages.
describe('approaches to a cycle of many threads that do the same', () => {
  it.each([11, 21, 31])('are found if they follow one another in another order: %d', (threads) => {
    const place = (i: number): number => (5 * i) % threads;
    const ring = alike(threads, place, (i) => (place(i) + 1) % threads);
    expect(approaches(ring, threads)).toEqual([{ of: 7, steps: 0, distance: 2 * (threads - 1) }]);
  });

  it('are given up if each could follow each, but none leads back', () => {
    const threads = 21;
    // No thread reads the values of the first one.
    expect(
      approaches(
        alike(
          threads,
          (i) => Number(i > 0),
          () => 1,
        ),
        threads,
      ),
    ).toEqual([]);
  });
});
