import assert from 'node:assert';
import { check } from 'fencepost';
import { Tinypool } from 'tinypool';

const filename = new URL('./double.mjs', import.meta.url).href;

check('a task', (t) => {
  t.thread('main', async () => {
    const pool = new Tinypool({ filename, minThreads: 1, maxThreads: 1 });
    const result = await pool.run(1);
    await pool.destroy();
    return result;
  });
  t.after(({ main }) => assert.equal(main, 2));
});

check('two tasks', (t) => {
  t.thread('main', async () => {
    const pool = new Tinypool({ filename, minThreads: 1, maxThreads: 1 });
    const results = await Promise.all([pool.run(1), pool.run(2)]);
    await pool.destroy();
    return results;
  });
  t.after(({ main }) => assert.deepEqual(main, [2, 4]));
});
