import assert from 'node:assert';
import { check } from 'fencepost';
import pMemoize, { pMemoizeClear } from 'p-memoize';

check('two tasks share a call', (t) => {
  let loads = 0;
  const load = t.outside((key: string) => (loads++, key), { name: 'load', effect: 'call' });
  const memoized = pMemoize(async (key: string) => load(key));
  for (const name of ['A', 'B']) t.task(name, async () => assert.equal(await memoized('k'), 'k'));
  t.after(() => assert.equal(loads, 1));
});

check('the cache is cleared during a call', (t) => {
  let row = 1;
  const load = t.outside(() => row, { name: 'load' });
  const put = t.outside((value: number): void => void (row = value), { name: 'put' });
  const memoized = pMemoize(async () => load());
  const change = async (): Promise<void> => {
    await put(2);
    pMemoizeClear(memoized);
  };
  t.task('page', async () => {
    await Promise.all([memoized(), change()]);
    assert.equal(await memoized(), 2);
  });
});
