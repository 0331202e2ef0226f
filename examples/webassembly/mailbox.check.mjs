import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { check } from 'fencepost';

const module = new WebAssembly.Module(readFileSync(new URL('./mailbox.wasm', import.meta.url)));

check('a message arrives', (t) => {
  const memory = new WebAssembly.Memory({ initial: 2, maximum: 2, shared: true });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  t.thread('receiver', () => exports.receive());
  t.thread('sender', () => exports.send(42));
  t.after(({ receiver }) => assert.equal(receiver, 42));
});
