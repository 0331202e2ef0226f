import { expect, test } from 'vitest';
import { JAVASCRIPT, JAVASCRIPT_ACCESSES, JAVASCRIPT_BULK } from '../campaigns/javascript/batch.js';
import { expectAgreement, expectKinds } from './short-campaign.js';

test(
  'random programs in JavaScript have the verdicts of an independent interpreter',
  { timeout: 900_000 },
  async () => {
    const tally = await expectAgreement(JAVASCRIPT, 280);
    expectKinds(tally, {
      checks: 700,
      safe: 350,
      failing: 140,
      deadlocks: 125,
      livelocks: 1,
      assertions: 62,
      'several outcomes': 244,
      robust: 125,
      'not robust': 4,
      'with races': 42,
      'without races': 17,
    });
    expect(tally.get('unknown')).toBeLessThan(168);
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

test(
  'random programs that copy several elements at once have the verdicts of an independent interpreter',
  { timeout: 900_000 },
  async () => {
    const tally = await expectAgreement(JAVASCRIPT_BULK, 36);
    expectKinds(tally, { checks: 100, safe: 80, failing: 12, robust: 40, 'not robust': 4, 'with races': 10 });
  },
);
