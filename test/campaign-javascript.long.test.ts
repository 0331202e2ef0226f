import { expect, test } from 'vitest';
import { JAVASCRIPT, JAVASCRIPT_ACCESSES, JAVASCRIPT_BULK } from '../campaigns/javascript/batch.js';
import { expectAgreement, expectKinds } from './short-campaign.js';

test(
  'random programs in JavaScript have the verdicts of an independent interpreter',
  { timeout: 900_000 },
  async () => {
    const tally = await expectAgreement(JAVASCRIPT, 190);
    expectKinds(tally, {
      checks: 470,
      safe: 235,
      failing: 92,
      deadlocks: 82,
      livelocks: 1,
      assertions: 40,
      'several outcomes': 160,
      robust: 82,
      'not robust': 4,
      'with races': 28,
      'without races': 11,
    });
    expect(tally.get('unknown')).toBeLessThan(115);
  },
);

test(
  'random accesses in JavaScript have the executions that the axioms of ARMv8 allow',
  { timeout: 900_000 },
  async () => {
    const tally = await expectAgreement(JAVASCRIPT_ACCESSES, 70);
    expectKinds(tally, { 'by axioms': 54, 'by axioms, not robust': 2, deadlocks: 6, 'without races': 2 });
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
