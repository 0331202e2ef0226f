import { expect, it } from 'vitest';
import { ChoosingRun } from '../../src/check/choosing-run.js';

it('a run of one caller knows that it has more choices than it makes', () => {
  const run = new ChoosingRun([], []);
  for (let i = 0; i < 12; i++) run.toss();
  expect(run.isCut).toBe(false);
  run.toss();
  expect(run.isCut).toBe(true);
});
