import assert from 'node:assert';
import { check } from 'fencepost';
import pMap from 'p-map';

check('three items, two at a time', (t) => {
  let inside = 0;
  const load = t.outside((n: number) => n * 2, { name: 'load', effect: 'call' });
  const double = async (n: number): Promise<number> => {
    assert.ok(++inside <= 2);
    const result = await load(n);
    inside--;
    return result;
  };
  t.task('page', async () => assert.deepEqual(await pMap([1, 2, 3], double, { concurrency: 2 }), [2, 4, 6]));
});
