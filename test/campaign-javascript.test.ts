import { expect, test } from 'vitest';
import { JAVASCRIPT } from '../campaigns/javascript/batch.js';
import { expectAgreement, expectKinds } from './short-campaign.js';

test(
  'random programs in JavaScript have the verdicts of an independent interpreter',
  { timeout: 900_000 },
  async () => {
    const tally = await expectAgreement(JAVASCRIPT);
    expectKinds(tally, {
      checks: 2500,
      safe: 900,
      failing: 300,
      deadlocks: 250,
      livelocks: 1,
      assertions: 120,
      'several outcomes': 600,
      robust: 250,
      'not robust': 6,
      'with races': 80,
      'without races': 50,
    });
    expect(tally.get('unknown')).toBeLessThan(600);
  },
);
