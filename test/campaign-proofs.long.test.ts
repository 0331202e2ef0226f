import { expect, test } from 'vitest';
import { compareProof } from '../campaigns/proofs/compare.js';
import { PROOFS } from '../campaigns/proofs/proofs.js';

// `npm run campaign -- races`, `-- values` and `-- symbols` are for more programs.
test.each(Object.entries(PROOFS))('%s: what is proved does not fail', { timeout: 600_000 }, async (_, proof) => {
  const { proved, searched, wrong } = await compareProof(proof, 1, 80);
  expect(wrong).toEqual([]);
  expect(proved).toBeGreaterThan(5);
  expect(searched).toBeGreaterThan(5);
});
