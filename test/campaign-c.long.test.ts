import { expect, test } from 'vitest';
import { C, C_LOOPS } from '../campaigns/c/batch.js';
import { canCompile } from '@fencepost/testing/compiled';
import { expectAgreement, expectKinds } from './short-campaign.js';

test.skipIf(!canCompile)(
  'random programs in C have the verdicts of an independent interpreter',
  { timeout: 900_000 },
  async () => {
    const tally = await expectAgreement(C, 400);
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

test.skipIf(!canCompile)('so do loops that change almost nothing', { timeout: 900_000 }, async () => {
  const tally = await expectAgreement(C_LOOPS, 60);
  expectKinds(tally, { checks: 90, safe: 50, failing: 20, deadlocks: 15, 'several outcomes': 25 });
  expect(tally.get('unknown')).toBeLessThan(10);
});
