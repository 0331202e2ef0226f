import assert from 'node:assert';
import { check } from 'fencepost';
import { makeDefaultExportSynchronized } from 'make-synchronized';

check('two calls', (t) => {
  t.thread('main', () => {
    const double = makeDefaultExportSynchronized(new URL('./double.mjs', import.meta.url));
    return [double(1), double(2)];
  });
  t.after(({ main }) => assert.deepEqual(main, [2, 4]));
});
