import { describe, expect, test } from 'vitest';
import { examine, failingCalls } from '../corpus/linear/run.js';
import { STRUCTURES } from '../corpus/linear/structures.js';
import { canCompile } from '@fencepost/testing/compiled';

// A sample of `npm run corpus -- linear`.

const SAMPLE = ['michael-scott.c', 'chase-lev.c'];

describe.skipIf(!canCompile)('data structures in C and C++', { timeout: 60_000 }, () => {
  test.each(SAMPLE)('%s is linearizable', async (file) => {
    const checks = await examine({ file, flags: [], calls: 2, threads: 2, models: ['sc', 'rc11'], seconds: 60 });
    expect(checks.map(({ verdict }) => verdict)).toEqual(['safe', 'safe']);
  });

  const mutants = STRUCTURES.filter(({ file }) => SAMPLE.includes(file)).flatMap(({ file, mutants: all }) =>
    all.filter(({ calls }) => calls === 2).map((mutant) => ({ file, ...mutant })),
  );
  test.each(mutants.slice(0, 4))('$file: $what', async ({ file, number, model, calls, threads }) => {
    const flags = [`-DMUTANT=${number}`];
    const [check] = await examine({ file, flags, calls, threads, models: [model], seconds: 60 });
    expect(failingCalls(check!)).toBe(calls);
  });

  test('a queue that is not linearizable, and is not meant to be', async () => {
    const { file, flags = [] } = STRUCTURES.find(({ wrong, file: name }) => wrong === 3 && name !== 'snark.c')!;
    const [check] = await examine({ file, flags, calls: 3, threads: 2, models: ['sc'], seconds: 60 });
    expect(check!.scenarios!.shown).toBe('vyukov_mpmc: push(1); pop() | push(1)');
  });

  test('there are many mutants, and each shows in a few calls', () => {
    const all = STRUCTURES.flatMap((structure) => structure.mutants);
    expect(all.length).toBeGreaterThanOrEqual(30);
    expect(Math.max(...all.map(({ calls }) => calls))).toBeLessThanOrEqual(7);
  });
});
