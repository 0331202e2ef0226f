import type { InstructionProgram, ModelName, Operation, Program } from '@fencepost/core';
import {
  LocalStates,
  UnseenStores,
  compareExchange,
  fromInstructions,
  load,
  stuck,
  withRestarts,
} from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AXIOMATIC_MODELS,
  COMPARED_MODELS,
  ENUMERABLE_PROGRAMS,
  GRAPH_MODELS,
  IN_UNITS,
  SMALL_PROGRAMS,
  compareProgramWithOracle,
  compareWithAxioms,
  compareWithOracle,
  orderedProgram,
  randomProgram,
} from '@fencepost/testing';
import type { GraphOptions, Job } from '../src/index.js';
import { exploreGraphs } from '../src/index.js';
import { randomRounds, roundProgram } from '@fencepost/testing/round-programs';

/** Threads that increment x by load and compare-and-swap until that succeeds, this many times each. */
function increments(threads: number, times: number): Program {
  function* run(): Generator<Operation, void, number> {
    for (let i = 0; i < times; i++) {
      const old = yield { ...load(0), until: 'progress' };
      if ((yield compareExchange(0, old, old + 1)) !== old) yield stuck(2);
    }
  }
  return {
    name: 'increments',
    threads: Array.from({ length: threads }, (_, i) => ({ name: `t${i}`, body: run })),
    initialValue: () => 0,
    nameOf: () => 'x',
  };
}

function counts(program: Program, options: GraphOptions): readonly [executions: number, blocked: number] {
  const unseen = new UnseenStores();
  const { executions, blocked } = withRestarts(() => {
    const states = new LocalStates(program);
    states.unseen = unseen;
    return exploreGraphs(states, options);
  });
  return [executions, blocked];
}

/** Explores a few executions at a time, each time in a process that knows nothing of the others. */
function inPieces(program: Program, model: ModelName, units: 'loops' | 'all'): readonly [number, number] {
  let [executions, blocked] = [0, 0];
  let from: readonly Job[] | undefined;
  do {
    const part = exploreGraphs(new LocalStates(program), { model, units, budget: 3, ...(from && { from }) });
    executions += part.executions;
    blocked += part.blocked;
    from = (JSON.parse(JSON.stringify(part.rest)) as Job[]).reverse();
  } while (from.length > 0);
  return [executions, blocked];
}

describe('reads that are revisited together', () => {
  it.each(SMALL_PROGRAMS)('agree with the oracle: $threads threads', { timeout: 60_000 }, (size) => {
    fc.assert(
      fc.property(randomProgram(size), (source: InstructionProgram) => {
        expect(compareWithOracle(source, COMPARED_MODELS, IN_UNITS).disagreements).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });

  it.each(ENUMERABLE_PROGRAMS)('agree with the axioms: $threads threads', { timeout: 60_000 }, (size) => {
    fc.assert(
      fc.property(orderedProgram(size), (source: InstructionProgram) => {
        for (const model of AXIOMATIC_MODELS) expect(compareWithAxioms(source, model, 'all').disagreements).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });

  it('agree with the oracle in loops', { timeout: 60_000 }, () => {
    const check = fc.property(randomRounds(2, 3), (threads) => {
      const { program } = roundProgram(threads);
      expect(compareProgramWithOracle(program, COMPARED_MODELS, IN_UNITS).disagreements).toEqual([]);
    });
    fc.assert(check, { numRuns: 8 });
  });

  it('give the same in pieces', { timeout: 60_000 }, () => {
    const check = fc.property(randomProgram(SMALL_PROGRAMS[1]!), (source) => {
      const program = fromInstructions(source);
      for (const model of GRAPH_MODELS) {
        expect(inPieces(program, model, 'all')).toEqual(counts(program, { model, units: 'all' }));
      }
    });
    fc.assert(check, { numRuns: 8 });
    expect(inPieces(increments(3, 2), 'tso', 'loops')).toEqual([90, 100]);
  });

  it.each([
    [2, 1, 2, 0, 2],
    [3, 1, 6, 2, 21],
    [4, 1, 24, 20, 256],
    [2, 3, 20, 12, 62],
    [3, 2, 90, 100, 873],
  ])(
    'need fewer blocked executions for compare-and-swap loops: %i threads, %i times',
    (threads, times, executions, blocked, otherwise) => {
      const program = increments(threads, times);
      for (const model of GRAPH_MODELS) {
        expect(counts(program, { model, units: 'loops' })).toEqual([executions, blocked]);
        expect(counts(program, { model, units: 'none' })).toEqual([executions, otherwise]);
      }
      expect(counts(program, { model: 'tso' })).toEqual([executions, blocked]);
    },
  );
});
