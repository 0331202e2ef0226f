import { expect, test } from 'vitest';
import { compareRaces } from '../campaigns/races/compare.js';

// `npm run campaign -- races` is for more programs.
test('programs that are said to have no data race have none', { timeout: 600_000 }, async () => {
  const { proved, searched, wrong } = await compareRaces(1, 80);
  expect(wrong).toEqual([]);
  expect(proved).toBeGreaterThan(5);
  expect(searched).toBeGreaterThan(5);
});
