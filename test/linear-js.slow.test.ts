import { join } from 'node:path';
import { checkProgram } from '@fencepost/check';
import { isWhole, rotated } from '@fencepost/testing/rotation';
import { describe, expect, test } from 'vitest';
import { checkMutant, checkOriginal, structureOf } from '../corpus/linear-js/check-mutant.js';
import { MUTANTS } from '../corpus/linear-js/mutants.js';

const FOLDER = join(import.meta.dirname, '..', 'corpus', 'linear-js');

/** `npm run corpus -- linear-mutants` checks all; otherwise, half of the quick ones. */
const SAMPLE = [
  'plain store of tail',
  'empty as in the original',
  'lock forgets who sleeps',
  'changes read after the lock is free',
];

describe('data structures in TypeScript', { timeout: 600_000 }, () => {
  const mutants = isWhole
    ? MUTANTS
    : rotated(
        MUTANTS.filter(({ name }) => SAMPLE.includes(name)),
        2,
      );

  test.each(mutants)('$structure, $name: fails in the smallest scenario', async (mutant) => {
    const { verdict, failures, scenarios } = await checkMutant(FOLDER, mutant);
    expect(verdict).toBe('failing');
    expect(['not linearizable', 'deadlock']).toContain(failures[0]!.kind);
    expect(scenarios!.shown?.replace(/^[^:]*: /, '')).toBe(mutant.fails);
    // What is wrong is the mutant, not what it is used for.
    const original = await checkOriginal(FOLDER, mutant, scenarios!.checked);
    expect(original).toMatchObject({ verdict: 'safe', scenarios: { checked: scenarios!.checked } });
  });

  test.runIf(isWhole)('Snark is wrong', async () => {
    const [check] = checkProgram(await structureOf(FOLDER, 'snark-deque'), { models: ['sc'] });
    expect(check!.scenarios!.shown).toBe('Snark: pushLeft(1); pushLeft(1); popRight() | popLeft()');
  });
});
