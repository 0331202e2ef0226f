import { expect, test } from 'vitest';
import { C } from '../campaigns/c/batch.js';
import { canCompile } from '../packages/c/test/program/compiled.js';
import { expectAgreement, expectKinds } from './short-campaign.js';

test.skipIf(!canCompile)(
  'random programs in C have the verdicts of an independent interpreter',
  { timeout: 900_000 },
  async () => {
    const tally = await expectAgreement(C);
    expectKinds(tally, {
      checks: 1000,
      safe: 600,
      failing: 160,
      deadlocks: 120,
      livelocks: 1,
      assertions: 30,
      'invalid accesses': 8,
      assumptions: 5,
      'early ends': 15,
      'several outcomes': 400,
      robust: 170,
      'not robust': 8,
      'with races': 12,
      'without races': 60,
    });
    expect(tally.get('unknown')).toBeLessThan(120);
  },
);
