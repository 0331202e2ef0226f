import { expect, test } from 'vitest';
import { JAVASCRIPT, JAVASCRIPT_ACCESSES } from '../campaigns/javascript/batch.js';
import { expectAgreement, expectKinds } from './short-campaign.js';

test(
  'random programs in JavaScript have the verdicts of an independent interpreter',
  { timeout: 900_000 },
  async () => {
    const tally = await expectAgreement(JAVASCRIPT);
    expectKinds(tally, {
      checks: 1000,
      safe: 500,
      failing: 200,
      deadlocks: 180,
      livelocks: 1,
      assertions: 90,
      'several outcomes': 350,
      robust: 180,
      'not robust': 6,
      'with races': 60,
      'without races': 25,
    });
    expect(tally.get('unknown')).toBeLessThan(240);
  },
);

test(
  'random accesses in JavaScript have the executions that the axioms of ARMv8 allow',
  { timeout: 900_000 },
  async () => {
    const tally = await expectAgreement(JAVASCRIPT_ACCESSES, 100);
    expectKinds(tally, { 'by axioms': 80, 'by axioms, not robust': 4, deadlocks: 10, 'without races': 4 });
  },
);
