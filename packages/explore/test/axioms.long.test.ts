import type { Instruction, InstructionProgram, ModelName } from '@fencepost/core';
import { AXIOMATIC_MODELS, ENUMERABLE_PROGRAMS, compareWithAxioms, orderedProgram } from '@fencepost/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const [X, Y, M, N] = [0, 1, 1000, 1001];
const lock = (address: number): Instruction => ({ op: 'lock', address });
const unlock = (address: number): Instruction => ({ op: 'unlock', address });

function programOf(...lists: readonly (readonly Instruction[])[]): InstructionProgram {
  return { name: 'given', threads: lists.map((instructions, i) => ({ name: `t${i}`, instructions })) };
}

/** Programs of earlier disagreements, and a few that random programs rarely are. */
const GIVEN: Readonly<Record<string, InstructionProgram>> = {
  'a read that is revisited by an atomic older than what its thread has read': programOf(
    [{ op: 'store', address: X, value: 0 }],
    [{ op: 'rmw', fn: 'exchange', to: 0, address: X, value: 0, order: 'relaxed' }],
    [
      { op: 'load', to: 0, address: X },
      { op: 'load', to: 1, address: X },
    ],
    [{ op: 'rmw', fn: 'exchange', to: 0, address: X, value: 0, order: 'relaxed' }],
  ),
  'a compare-and-swap that fails and acquires': programOf(
    [
      { op: 'store', address: Y, value: 0, order: 'release' },
      { op: 'rmw', fn: 'cas', to: 0, address: X, expected: 1, value: 0, order: 'relaxed', failureOrder: 'acquire' },
    ],
    [
      { op: 'store', address: X, value: 0 },
      { op: 'store', address: Y, value: 0, order: 'release' },
    ],
  ),
  'two mutexes in opposite orders': programOf(
    [lock(M), lock(N), { op: 'store', address: X, value: 1, order: 'plain' }, unlock(N), unlock(M)],
    [lock(N), lock(M), { op: 'load', to: 0, address: X, order: 'plain' }, unlock(M), unlock(N)],
  ),
  'a plain load that waits for good': programOf(
    [{ op: 'load', to: 0, address: X, order: 'plain', until: { compare: '==', value: 2 } }],
    [{ op: 'store', address: X, value: 1, order: 'release' }],
  ),
  'two mutexes, which are no fences': programOf(
    [lock(M), { op: 'store', address: X, value: 1 }, unlock(M), { op: 'load', to: 0, address: Y }],
    [lock(N), { op: 'store', address: Y, value: 1 }, unlock(N), { op: 'load', to: 0, address: X }],
  ),
};

describe.each(AXIOMATIC_MODELS)(
  'the graph explorer finds the executions that the axioms allow under %s',
  (model: ModelName) => {
    it.each(Object.entries(GIVEN))('on %s', (_, source) => {
      expect(compareWithAxioms(source, model).disagreements).toEqual([]);
    });

    // 2,000 in all. On failure, fast-check prints the smallest program it could find, as `show` writes it.
    const runs = [420, 420, 360];
    ENUMERABLE_PROGRAMS.forEach((size, i) => {
      it(`on random programs of ${size.threads} threads`, { timeout: 300_000 }, () => {
        let traces = 0;
        fc.assert(
          fc.property(orderedProgram(size), (source) => {
            const compared = compareWithAxioms(source, model);
            traces += compared.traces;
            expect(compared.disagreements).toEqual([]);
          }),
          { numRuns: runs[i]!, seed: 1 },
        );
        expect(traces).toBeGreaterThan(4 * runs[i]!);
      });
    });
  },
);
