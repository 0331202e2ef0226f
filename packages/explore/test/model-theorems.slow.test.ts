import type { InstructionProgram, ModelName } from '@fencepost/core';
import { LocalStates, fromInstructions } from '@fencepost/core';
import { ENUMERABLE_PROGRAMS, SMALL_PROGRAMS, orderedProgram, randomProgram } from '@fencepost/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exploreGraphs } from '../src/index.js';

// Theorems about models, on random programs: they hold whatever the axioms say in detail.

function tracesOf(states: LocalStates, model: ModelName): Set<string> {
  const keys = new Set<string>();
  exploreGraphs(states, { model, onExecution: (execution) => keys.add(execution.trace().key) });
  return keys;
}

/** Machines do only what the language allows (Lahav et al., PLDI 2017, 6), and all models what SC does. */
const INCLUDED: readonly (readonly [ModelName, readonly ModelName[]])[] = [
  ['sc', ['tso', 'pso', 'arm64', 'rc11']],
  ['tso', ['pso', 'rc11']],
  ['pso', ['rc11']],
  ['arm64', ['rc11']],
];

function expectInclusions(source: InstructionProgram): void {
  const states = new LocalStates(fromInstructions(source));
  const traces = new Map(['sc', 'tso', 'pso', 'arm64', 'rc11'].map((model) => [model, tracesOf(states, model)]));
  for (const [stronger, weaker] of INCLUDED) {
    for (const model of weaker) {
      const more = [...traces.get(stronger)!].filter((key) => !traces.get(model)!.has(key));
      expect(more, `${stronger} has executions that ${model} does not allow`).toEqual([]);
    }
  }
}

describe('the traces of a stronger model are among those of a weaker one', () => {
  it.each(SMALL_PROGRAMS)('with spawns and joins: $threads threads', { timeout: 300_000 }, (size) => {
    fc.assert(fc.property(randomProgram(size), expectInclusions), { numRuns: 200, seed: 1 });
  });

  it.each(ENUMERABLE_PROGRAMS)('with plain accesses: $threads threads', { timeout: 300_000 }, (size) => {
    fc.assert(fc.property(orderedProgram(size), expectInclusions), { numRuns: 300, seed: 1 });
  });
});

describe('a program without data races, relaxed, acquire and release atomics has SC executions only', () => {
  it.each(ENUMERABLE_PROGRAMS)('$threads threads', { timeout: 300_000 }, (size) => {
    let [raceFree, racy] = [0, 0];
    fc.assert(
      fc.property(orderedProgram(size, 'plain and seq_cst'), (source) => {
        const found = exploreGraphs(new LocalStates(fromInstructions(source)), { model: 'rc11' });
        if (found.racy > 0) racy++;
        else {
          raceFree++;
          expect(found.nonSequential).toBe(0);
        }
      }),
      { numRuns: 600, seed: 1 },
    );
    expect(Math.min(raceFree, racy)).toBeGreaterThan(100);
  });
});
