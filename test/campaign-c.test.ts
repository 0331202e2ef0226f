import { expect, test } from 'vitest';
import { C, C_LOOPS } from '../campaigns/c/batch.js';
import { canCompile } from '../packages/c/test/program/compiled.js';
import { expectAgreement, expectKinds } from './short-campaign.js';

test.skipIf(!canCompile)(
  'random programs in C have the verdicts of an independent interpreter',
  { timeout: 900_000 },
  async () => {
    const tally = await expectAgreement(C, 280);
    expectKinds(tally, {
      checks: 700,
      safe: 420,
      failing: 110,
      deadlocks: 84,
      livelocks: 1,
      assertions: 21,
      'invalid accesses': 5,
      assumptions: 3,
      'early ends': 10,
      'several outcomes': 280,
      robust: 119,
      'not robust': 5,
      'with races': 8,
      'without races': 42,
    });
    expect(tally.get('unknown')).toBeLessThan(90);
  },
);

test.skipIf(!canCompile)('so do loops that almost change nothing', { timeout: 900_000 }, async () => {
  const tally = await expectAgreement(C_LOOPS, 60);
  expectKinds(tally, { checks: 90, safe: 50, failing: 20, deadlocks: 15, 'several outcomes': 25 });
  expect(tally.get('unknown')).toBeLessThan(10);
});
