import * as fc from 'fast-check';
import type { Instruction } from '@fencepost/core';
import { LocalStates, fromInstructions } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import { SMALL_PROGRAMS, compareBounded, randomProgram } from '@fencepost/testing';
import { describe, expect, it } from 'vitest';

/** FENCEPOST_PREEMPTIONS compares as many as you like: npm run campaign -- preemptions. */
const PROGRAMS = Number(process.env['FENCEPOST_PREEMPTIONS'] ?? 20);

describe('the graph explorer with bounded preemptions', () => {
  it.each(SMALL_PROGRAMS)(
    'finds the executions within the bound, each once: %o',
    { timeout: 30_000 + 2000 * PROGRAMS },
    (size) => {
      fc.assert(
        fc.property(randomProgram(size), (source) => {
          expect(compareBounded(source).disagreements).toEqual([]);
        }),
        { numRuns: PROGRAMS },
      );
    },
  );

  it('explores less than all', () => {
    const pair: readonly Instruction[] = [
      { op: 'load', to: 0, address: 0 },
      { op: 'store', address: 0, value: 1 },
    ];
    const instructions = [...pair, ...pair, ...pair];
    const program = fromInstructions({
      name: 'adds',
      threads: ['a', 'b'].map((name) => ({ name, instructions })),
    });
    const explored = [0, 1, 2, undefined].map((preemptions) => {
      const states = new LocalStates(program);
      states.preemptions = preemptions;
      return exploreGraphs(states, { model: 'sc' });
    });
    const counts = explored.map(({ executions }) => executions);
    // Either of the threads comes first.
    expect(counts[0]).toBe(2);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(new Set(counts).size).toBe(4);
    expect(explored.map(({ omitted }) => omitted > 0)).toEqual([true, true, true, false]);
  });
});
