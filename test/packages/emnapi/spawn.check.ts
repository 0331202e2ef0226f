import assert from 'node:assert';
import { Worker } from 'node:worker_threads';
import { WASIThreads } from '@emnapi/wasi-threads';
import { check } from 'fencepost';

check('the reason is told why a thread cannot start', (t) => {
  t.thread('main', () => {
    const printed: string[] = [];
    const threads = new WASIThreads({
      wasi: { initialize: () => undefined },
      waitThreadStart: true,
      printErr: (text) => printed.push(text),
      onCreateWorker: () => new Worker(new URL('./worker.ts', import.meta.url)),
    });
    const memory = { buffer: new SharedArrayBuffer(8) };
    threads.setup({ exports: { memory } }, {}, memory);
    threads.getImportObject().wasi['thread-spawn'](0, 0);
    return printed[0];
  });
  t.after(({ main }) => assert.equal(main, '!'));
});
