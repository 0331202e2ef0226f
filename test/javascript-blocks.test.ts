import { expect, test } from 'vitest';
import { compareBlocks } from './javascript-blocks.js';

test('programs that copy bytes behave as if they did it byte by byte', { timeout: 600_000 }, async () => {
  const { compared, whole, differences } = await compareBlocks(
    Number(process.env['SEED'] ?? 1),
    Number(process.env['COUNT'] ?? 60),
  );
  console.log(compared, whole);
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(30);
});
