import { expect, test } from 'vitest';
import { compareTimers } from '../campaigns/timers/compare.js';

// `npm run campaign -- timers` is for more programs.
test('the order of timers and messages in Node is among the explored ones', { timeout: 600_000 }, async () => {
  const { compared, real, explored, differences } = await compareTimers(1, 12, 8);
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(8);
  expect(real).toBeGreaterThanOrEqual(compared);
  expect(explored).toBeGreaterThan(real);
});
