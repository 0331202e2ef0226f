import { check } from 'fencepost';

check('a message arrives whole', (t) => {
  const memory = new Int32Array(new SharedArrayBuffer(8));
  t.thread('sender', () => {
    memory[1] = 42;
    memory[0] = 1;
  });
  t.thread('receiver', () => {
    while (memory[0] === 0);
    return memory[1];
  });
  t.after(({ receiver }) => {
    if (receiver !== 42) throw new Error(`received ${String(receiver)}`);
  });
});
