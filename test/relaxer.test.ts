import type { ModelName, Program } from '@fencepost/core';
import { LocalStates, beginningAgain } from '@fencepost/core';
import type { Sampling } from '@fencepost/explore';
import { testRandomly, testWithPriorities, toTheEnd } from '@fencepost/explore';
import { describe, expect, it } from 'vitest';
import { canCompile } from '../packages/c/test/program/compiled.js';
import type { Measured } from '../benchmarks/relaxer/measure.js';
import { measure } from '../benchmarks/relaxer/measure.js';
import { SUBJECTS } from '../benchmarks/relaxer/paper.js';
import { foundPartialInitialisation } from '../benchmarks/relaxer/partial-initialisation.js';
import { load } from '../benchmarks/relaxer/programs.js';

// The quick part of `npm run relaxer`: the benchmarks of 004 fail where the paper says, and not elsewhere.

const names = SUBJECTS.map(({ name }) => name);
const structures = SUBJECTS.filter(({ isDataStructure }) => isDataStructure).map(({ name }) => name);
const locks = SUBJECTS.filter(({ isDataStructure }) => !isDataStructure).map(({ name }) => name);

function sample(method: typeof testRandomly, program: Program, model: ModelName, runs: number): Sampling {
  return beginningAgain(() => toTheEnd(method(new LocalStates(program), { model, runs })));
}

function test(program: Program, model: 'tso' | 'pso', script: number): Measured {
  return measure(program, { model, seed: 1, trials: 1, script });
}

describe.skipIf(!canCompile)('the benchmarks of RELAXER', { timeout: 120_000 }, () => {
  it.each(names)('%s does not fail under SC', async (name) => {
    const { runs, unfinished, failures } = sample(testRandomly, await load(name), 'sc', 3000);
    expect(runs - unfinished).toBeGreaterThan(10);
    expect(failures).toEqual([]);
  });

  it.each(locks)('%s has harmful cycles under TSO', async (name) => {
    const { harmful, results } = test(await load(name), 'tso', 5);
    expect(harmful).toBeGreaterThan(0);
    expect(results[0]!.failures.every(({ sequential }) => !sequential)).toBe(true);
  });

  it.each(structures)('%s has no cycles under TSO, and partial initialisation under PSO', async (name) => {
    const program = await load(name);
    expect(test(program, 'tso', 1)).toMatchObject({ confirmed: 0, harmful: 0 });
    expect(test(program, 'pso', 1).results.some(foundPartialInitialisation)).toBe(true);
  });

  it('finds the rare violation of Fig. 13, which random executions do not', async () => {
    const program = await load('rare');
    expect(test(program, 'tso', 5).harmful).toBe(1);
    expect(sample(testRandomly, program, 'tso', 200).failures).toEqual([]);
  });

  it('the pool runs every task once with its fences, and not without one', async () => {
    const fenced = await load('work-stealing');
    for (const model of ['tso', 'pso'] as const) {
      expect(sample(testWithPriorities, fenced, model, 100).failures).toEqual([]);
    }
    expect(test(fenced, 'pso', 1).results[0]!.failures).toEqual([]);
    expect(test(await load('work-stealing', ['-DNO_FENCE']), 'tso', 10).harmful).toBeGreaterThan(0);
  });
});
