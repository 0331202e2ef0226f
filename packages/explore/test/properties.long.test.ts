import type { Instruction } from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareWithOracle, LARGER_PROGRAMS, SMALL_PROGRAMS, randomProgram } from '@fencepost/testing';

/** On failure fast-check prints its seed and the smallest program it could find (as `show` writes it). */
function agreeOn(size: Parameters<typeof randomProgram>[0], numRuns: number): void {
  fc.assert(
    fc.property(randomProgram(size), (source) => {
      expect(compareWithOracle(source).disagreements).toEqual([]);
    }),
    { numRuns },
  );
}

const X = 0;
const M = 1000;
const N = 1001;
const lock = (address: number): Instruction => ({ op: 'lock', address });
const unlock = (address: number): Instruction => ({ op: 'unlock', address });

/** Programs of earlier disagreements. */
const ONCE_WRONG: Readonly<Record<string, readonly (readonly Instruction[])[]>> = {
  'a lock that waits, and is given the mutex by an unlock with something before it': [
    [lock(M), unlock(M)],
    [lock(M), { op: 'load', to: 0, address: X }, unlock(M)],
    [{ op: 'store', address: X, value: 0 }],
  ],
  'a mutex given back by a thread that does not hold it': [[lock(M), unlock(M)], [lock(M), unlock(M)], [unlock(M)]],
  'two mutexes in the same order, and a thread that keeps one': [
    [lock(M), lock(N), unlock(N), unlock(M)],
    [lock(M), lock(N), unlock(N), unlock(M)],
    [lock(N)],
  ],
};

describe('the explorers find exactly the same as the oracle', () => {
  it.each(Object.entries(ONCE_WRONG))('on %s', (name, lists) => {
    const threads = lists.map((instructions, i) => ({ name: `t${i}`, instructions }));
    expect(compareWithOracle({ name, threads }).disagreements).toEqual([]);
  });

  const runs = [600, 330, 180];
  SMALL_PROGRAMS.forEach((size, i) => {
    it(`on programs of ${size.threads} threads`, { timeout: 120_000 }, () => agreeOn(size, runs[i]!));
  });

  it('on larger ones', { timeout: 120_000 }, () => {
    for (const size of LARGER_PROGRAMS) agreeOn(size, 30);
  });
});
