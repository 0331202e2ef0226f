import assert from 'node:assert';
import { check } from 'fencepost';
import { LRUCache } from 'lru-cache';

check('two tasks fetch a key once', (t) => {
  let loads = 0;
  const load = t.outside((key: string) => (loads++, key), { name: 'load', effect: 'call' });
  const cache = new LRUCache({ max: 2, fetchMethod: async (key: string) => load(key) });
  for (const name of ['A', 'B']) t.task(name, async () => assert.equal(await cache.fetch('k'), 'k'));
  t.after(() => assert.equal(loads, 1));
});

check('a key is deleted during a fetch', (t) => {
  let row = 1;
  const load = t.outside(() => row, { name: 'load' });
  const put = t.outside((value: number): void => void (row = value), { name: 'put' });
  const cache = new LRUCache({ max: 2, fetchMethod: async (_: string) => load() });
  const change = async (): Promise<void> => {
    await put(2);
    cache.delete('k');
  };
  t.task('page', async () => {
    await Promise.all([cache.fetch('k').catch(() => undefined), change()]);
    assert.equal(await cache.fetch('k'), 2);
  });
});
