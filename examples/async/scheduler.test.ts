import assert from 'node:assert';
import { orders } from 'fencepost/vitest';
import { Page } from './page.js';

orders('the last answer is shown', async ({ scheduler }) => {
  const s = scheduler(); // was: fc.asyncProperty(fc.scheduler(), async (s) => …
  const page = new Page(s.scheduleFunction(async (query: string) => `results for ${query}`));
  await s.waitFor(Promise.all([page.type('a'), page.type('ab')]));
  assert.equal(page.shown, 'results for ab');
});
