// Search as you type: the answer to an earlier question may arrive later.
import assert from 'node:assert';
import { check } from 'fencepost';

check('the page shows what was asked last', (t) => {
  const search = t.outside((query: string) => `results for ${query}`, { name: 'search', effect: 'call' });
  let shown = '';
  t.task('page', async () => {
    const type = async (query: string): Promise<void> => {
      shown = await search(query);
    };
    await Promise.all([type('a'), type('ab')]);
  });
  t.after(() => assert.equal(shown, 'results for ab'));
});
