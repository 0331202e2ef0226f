import { expect, vi } from 'vitest';
import { orders as it } from 'fencepost/vitest'; // was: import { it } from 'vitest'
import { Page } from './page.js';

it('shows what was typed last', async () => {
  const search = vi.fn(async (query: string) => `results for ${query}`);
  const page = new Page(search);
  await Promise.all([page.type('a'), page.type('ab')]);
  expect(page.shown).toBe('results for ab');
});
