import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareWithOracle } from '../bench/agreement.js';
import { LARGER_PROGRAMS, SMALL_PROGRAMS, randomProgram } from '../bench/random-programs.js';

/** On failure fast-check prints its seed and the smallest program it could find (as `show` writes it). */
function agreeOn(size: Parameters<typeof randomProgram>[0], numRuns: number): void {
  fc.assert(
    fc.property(randomProgram(size), (source) => {
      expect(compareWithOracle(source).disagreements).toEqual([]);
    }),
    { numRuns },
  );
}

describe('the explorers find exactly what the oracle finds', () => {
  const runs = [1000, 550, 300];
  SMALL_PROGRAMS.forEach((size, i) => {
    it(`on programs of ${size.threads} threads`, { timeout: 120_000 }, () => agreeOn(size, runs[i]!));
  });

  it('on larger ones', { timeout: 120_000 }, () => {
    for (const size of LARGER_PROGRAMS) agreeOn(size, 50);
  });
});
