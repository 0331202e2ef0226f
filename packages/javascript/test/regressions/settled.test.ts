import type { Program } from '@fencepost/core';
import { expect, test } from 'vitest';
import { explore, programsIn } from '../check/explored.js';

/** A thread that goes on listening to its worker. */
async function listener(end: string): Promise<Program> {
  const text = `import { check } from 'fencepost';
    check('it', (t) => {
      t.thread('listener', () => {
        new Worker(new URL('./worker.mts', import.meta.url)).onmessage = () => {};
        ${end}
      });
      t.after(({ listener }) => { if (listener !== 7) throw new Error('got ' + String(listener)); });
    });`;
  const [program] = await programsIn({ 'it.test.ts': text, 'worker.mts': 'self.onmessage = () => {};' });
  return program!;
}

test('a thread whose promise is rejected fails, also if there may still be messages for it', async () => {
  const { failures } = explore(await listener("return Promise.reject(new Error('no'));"));
  expect(failures).toMatchObject([{ kind: 'crash', message: 'Error: no', thread: 'listener' }]);
});

test.each(['return 7;', 'return Promise.resolve(7);'])(
  '%s is the result of a thread, also if it listens',
  async (end) => {
    expect(explore(await listener(end)).failures).toEqual([]);
  },
);
