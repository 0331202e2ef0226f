import assert from 'node:assert';
import { createOnMessage } from '@napi-rs/wasm-runtime/fs';
import { check } from 'fencepost';

interface Message {
  readonly data: { readonly text?: string };
}
/** That of a browser. */
declare class Worker {
  constructor(file: URL, options: { readonly type: 'module' });
  onmessage: (message: Message) => void;
  terminate(): void;
}

check('a worker reads a file of the page', (t) => {
  t.thread('page', () => {
    const onMessage = createOnMessage({ readFileSync: (name) => `text of ${name}` });
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    return new Promise((resolve) => {
      worker.onmessage = (message) => {
        onMessage(message);
        if (message.data.text === undefined) return;
        worker.terminate();
        resolve(message.data.text);
      };
    });
  });
  t.after(({ page }) => assert.equal(page, 'text of a'));
});
