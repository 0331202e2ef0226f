import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ModelName, Program } from '@fencepost/core';
import { LocalStates, withRestarts } from '@fencepost/core';
import type { ActiveResult, Sampling } from '@fencepost/explore';
import { testActively, testRandomly, testWithPriorities, toTheEnd } from '@fencepost/explore';
import { dekker } from '@fencepost/testing';
import { describe, expect, it } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import { measure } from '../benchmarks/relaxer/measure.js';
import { SUBJECTS } from '../benchmarks/relaxer/paper.js';
import { foundPartialInitialisation } from '../benchmarks/relaxer/partial-initialisation.js';
import { load } from '../benchmarks/relaxer/programs.js';
import type { Trial } from '../benchmarks/relaxer/trials.js';
import { Results, trialsOf } from '../benchmarks/relaxer/trials.js';

// The quick part of `npm run bench -- relaxer`: the benchmarks of RELAXER fail where the paper says, and not elsewhere.

const names = SUBJECTS.map(({ name }) => name);
const structures = SUBJECTS.filter(({ isDataStructure }) => isDataStructure).map(({ name }) => name);
const locks = SUBJECTS.filter(({ isDataStructure }) => !isDataStructure).map(({ name }) => name);

function sample(method: typeof testRandomly, program: Program, model: ModelName, runs: number): Sampling {
  return withRestarts(() => toTheEnd(method(new LocalStates(program), { model, runs })));
}

interface Tested extends Pick<ActiveResult, 'failures'> {
  readonly confirmed: number;
  readonly harmful: number;
  readonly partialInitialisation: boolean;
}

function test(program: Program, model: 'tso' | 'pso', script: number): Tested {
  const result = withRestarts(() =>
    toTheEnd(testActively(new LocalStates(program), { model, seed: 1, trialsPerCycle: script })),
  );
  const confirmed = result.cycles.filter((cycle) => cycle.predicted && cycle.confirmed > 0);
  return {
    failures: result.failures,
    confirmed: confirmed.length,
    harmful: confirmed.filter(({ harmful }) => harmful.length > 0).length,
    partialInitialisation: foundPartialInitialisation(result),
  };
}

describe.skipIf(!canCompile)('the benchmarks of RELAXER', { timeout: 120_000 }, () => {
  it.each(names)('%s does not fail under SC', async (name) => {
    const { runs, unfinished, failures } = sample(testRandomly, await load(name), 'sc', 3000);
    expect(runs - unfinished).toBeGreaterThan(10);
    expect(failures).toEqual([]);
  });

  it.each(locks)('%s has harmful cycles under TSO', async (name) => {
    const { harmful, failures } = test(await load(name), 'tso', 5);
    expect(harmful).toBeGreaterThan(0);
    expect(failures.every(({ sequential }) => !sequential)).toBe(true);
  });

  it.each(structures)('%s has no cycles under TSO, and partial initialisation under PSO', async (name) => {
    const program = await load(name);
    expect(test(program, 'tso', 1)).toMatchObject({ confirmed: 0, harmful: 0 });
    expect(test(program, 'pso', 1).partialInitialisation).toBe(true);
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
    expect(test(fenced, 'pso', 1).failures).toEqual([]);
    expect(test(await load('work-stealing', ['-DNO_FENCE']), 'tso', 10).harmful).toBeGreaterThan(0);
  });
});

describe('the table of RELAXER', () => {
  const trial = { program: 'dekker', model: 'tso', seed: 1, script: 4 } as const;

  it('averages over the cycles that were confirmed', () => {
    const made = (cycles: Trial['cycles']): Trial => ({
      ...{ ...trial, executions: 10, seconds: 1, partialInitialisation: false, cycles },
    });
    const trials = [
      made({ a: [4, false], b: [0, false], c: [2, true] }),
      made({ a: [2, false], b: [0, false] }),
      made({ a: [0, false], c: [0, false] }),
    ];
    expect(measure(trials, 4)).toEqual({
      ...{ trials: 3, predicted: 3, confirmed: 2, harmful: 1, probability: (2 / 3 + 1 / 3) / 2 },
      ...{ share: (6 / 12 + 2 / 12) / 2, executions: 30, seconds: 3, partialInitialisation: false },
    });
  });

  it('keeps trials in a file', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'fencepost-')), 'trials.jsonl');
    const ran = trialsOf(dekker(1, false))(trial);
    expect(Object.values(ran.cycles).some(([confirmed, harmful]) => confirmed > 0 && harmful)).toBe(true);
    new Results(file).add(ran);
    expect(new Results(file).find(trial)).toEqual(ran);
    expect(new Results(file).find({ ...trial, seed: 2 })).toBeUndefined();
    rmSync(dirname(file), { recursive: true });
  });
});
