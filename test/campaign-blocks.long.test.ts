import { expect, test } from 'vitest';
import { compareBlocks } from '../campaigns/blocks/compare.js';

// `npm run campaign -- blocks` is for more programs.
test('programs that copy bytes at once behave as if they did it byte by byte', { timeout: 600_000 }, async () => {
  const { compared, whole, differences } = await compareBlocks(1, 24);
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(15);
  expect(whole).toBeGreaterThan(8);
});
