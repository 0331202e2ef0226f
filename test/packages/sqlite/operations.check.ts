import assert from 'node:assert';
import { check } from 'fencepost';
import { caller, serve } from 'sqlite-operations';

check('an operation, and the last one', (t) => {
  const state = {
    sabOPView: new Int32Array(new SharedArrayBuffer(8)),
    opIds: { whichOp: 0, rc: 1, xSync: 2, 'opfs-async-shutdown': 3 },
    s11n: { serialize: () => undefined, deserialize: () => null },
  };
  t.thread('sql', () => {
    const run = caller(state);
    return [run('xSync'), run('opfs-async-shutdown')];
  });
  t.thread('files', () => serve(state));
  t.after(({ sql }) => assert.deepEqual(sql, [0, 0]));
});
