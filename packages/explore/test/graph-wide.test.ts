import type { InstructionProgram } from '@fencepost/core';
import { LocalStates, fromInstructions } from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GRAPH_MODELS, SMALL_PROGRAMS, randomProgram } from '@fencepost/testing';
import { exploreGraphs } from '../src/index.js';

/** More events than a graph has that is copied for a revisit. */
const MANY = 260;
const OWN = 5000;

/** The program with an unobservable thread that makes all graphs large. */
function widened(source: InstructionProgram): InstructionProgram {
  const instructions = Array.from({ length: MANY }, (_, i) => ({ op: 'store', address: OWN, value: i }) as const);
  return { ...source, threads: [...source.threads, { name: 'busy', instructions }] };
}

function counts(source: InstructionProgram, model: (typeof GRAPH_MODELS)[number]): unknown {
  const found = exploreGraphs(new LocalStates(fromInstructions(source)), { model });
  const { executions, blocked, deadlocks, nonSequential } = found;
  return { executions, blocked, deadlocks, nonSequential };
}

describe('revisits in large graphs', () => {
  it.each(SMALL_PROGRAMS)('restore the parts that they cut off: $threads threads', { timeout: 60_000 }, (size) => {
    fc.assert(
      fc.property(randomProgram(size), (source) => {
        for (const model of GRAPH_MODELS) expect(counts(widened(source), model)).toEqual(counts(source, model));
      }),
      { numRuns: 5 },
    );
  });
});
