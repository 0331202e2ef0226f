import assert from 'node:assert';
import { fileURLToPath } from 'node:url';
import { check } from 'fencepost';
import { Piscina } from 'piscina';

check('a task', (t) => {
  t.thread('main', async () => {
    const filename = fileURLToPath(new URL('./double.cjs', import.meta.url));
    const pool = new Piscina({ filename, maxThreads: 1 });
    const result = await pool.run(1);
    await pool.destroy();
    return result;
  });
  t.after(({ main }) => assert.equal(main, 2));
});
