import assert from 'node:assert';
import DataLoader from 'dataloader';
import type { CheckBuilder } from 'fencepost';
import { check } from 'fencepost';

check('two tasks load a key once', (t) => {
  let loads = 0;
  const load = t.outside((keys: readonly number[]) => (loads++, keys), { name: 'load', effect: 'call' });
  const loader = new DataLoader(async (keys: readonly number[]) => load(keys));
  for (const name of ['A', 'B']) t.task(name, async () => assert.equal(await loader.load(1), 1));
  t.after(() => assert.equal(loads, 1));
});

type Loader = DataLoader<string, number>;

/** One part of a page loads a row, another one changes it and clears the key. */
function cleared(
  t: CheckBuilder,
  change: (loader: Loader, put: (row: number) => Promise<void>) => Promise<void>,
): void {
  let row = 1;
  const ready = t.outside(() => 0, { name: 'ready', effect: 'call' });
  const load = t.outside((keys: readonly string[]) => keys.map(() => row), { name: 'load' });
  const put = t.outside((value: number): void => void (row = value), { name: 'put' });
  const loader: Loader = new DataLoader(async (keys: readonly string[]) => load(keys));
  const read = async (): Promise<void> => {
    await ready();
    await loader.load('k');
  };
  t.task('page', async () => {
    await Promise.all([read(), change(loader, put)]);
    assert.equal(await loader.load('k'), 2);
  });
}

check('a key is cleared after a write', (t) =>
  cleared(t, async (loader, put) => {
    await put(2);
    loader.clear('k');
  }),
);

check('a key is cleared before a write', (t) =>
  cleared(t, async (loader, put) => {
    loader.clear('k');
    await put(2);
  }),
);
