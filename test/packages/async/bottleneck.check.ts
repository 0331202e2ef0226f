import assert from 'node:assert';
import Bottleneck from 'bottleneck/light.js';
import { check } from 'fencepost';

check('a limit of 1 excludes', (t) => {
  const limiter = new Bottleneck({ maxConcurrent: 1 });
  let inside = 0;
  const work = t.outside(() => 1, { name: 'work', effect: 'call' });
  const job = async (): Promise<void> => {
    assert.equal(++inside, 1);
    await work();
    inside--;
  };
  for (const name of ['A', 'B']) t.task(name, async () => limiter.schedule(job));
});
