import assert from 'node:assert';
import { WASIWorkerHost } from '@runno/wasi';
import { check } from 'fencepost';
import { stdin, stdinInLoop } from './fixtures/stdin.js';

for (const [name, read] of Object.entries({ stdin, stdinInLoop })) {
  check(`two lines: ${name}`, (t) => {
    const host = new WASIWorkerHost('', {});
    const { stdinBuffer } = host;
    t.thread('page', async () => {
      await host.pushStdin('a');
      await host.pushStdin('b');
    });
    t.thread('worker', () => [read(8, stdinBuffer), read(8, stdinBuffer)]);
    // An empty text is the end of the input to the program.
    t.after(({ worker }) => assert.deepEqual(worker, ['a', 'b']));
  });
}
