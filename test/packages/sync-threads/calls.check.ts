import assert from 'node:assert';
import { fileURLToPath } from 'node:url';
import { check } from 'fencepost';
import { createSyncFn } from 'sync-threads';

const file = fileURLToPath(new URL('./double.ts', import.meta.url));

check('one call', (t) => {
  t.thread('main', () => createSyncFn(file, 16)(1));
  t.after(({ main }) => assert.equal(main, 2));
});

check('two calls', (t) => {
  t.thread('main', () => {
    const double = createSyncFn(file, 16);
    return [double(1), double(2)];
  });
  t.after(({ main }) => assert.deepEqual(main, [2, 4]));
});
