import { expect, test } from 'vitest';
import { compareProof } from '../campaigns/proofs/compare.js';
import { RACES } from '../campaigns/proofs/races.js';
import { VALUES } from '../campaigns/proofs/values.js';

// `npm run campaign -- races` and `-- values` are for more programs.
test.each([RACES, VALUES])('programs without a $failure by a proof have none', { timeout: 600_000 }, async (proof) => {
  const { proved, searched, wrong } = await compareProof(proof, 1, 80);
  expect(wrong).toEqual([]);
  expect(proved).toBeGreaterThan(5);
  expect(searched).toBeGreaterThan(5);
});
