import { expect, test } from 'vitest';
import { compareTasks } from '../campaigns/tasks/compare.js';

// `npm run campaign -- tasks` is for more programs.
test('tasks have the outcomes of all orders in Node, with fewer executions', { timeout: 600_000 }, async () => {
  const { compared, orders, executions, reduced, differences } = await compareTasks(3, 40);
  expect(differences).toEqual([]);
  expect(compared).toBe(40);
  expect(reduced).toBeGreaterThan(20);
  expect(executions * 5).toBeLessThan(orders);
});
