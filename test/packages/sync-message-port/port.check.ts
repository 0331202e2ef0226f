import assert from 'node:assert';
import { check } from 'fencepost';
import { SyncMessagePort } from 'sync-message-port';

check('two messages', (t) => {
  const { port1, port2 } = SyncMessagePort.createChannel();
  t.thread('sender', () => {
    const port = new SyncMessagePort(port1);
    port.postMessage('a');
    port.postMessage('b');
  });
  t.thread('receiver', () => {
    const port = new SyncMessagePort(port2);
    return [port.receiveMessage(), port.receiveMessage()];
  });
  t.after(({ receiver }) => assert.deepEqual(receiver, ['a', 'b']));
});

check('a message, and the end', (t) => {
  const { port1, port2 } = SyncMessagePort.createChannel();
  t.thread('sender', () => {
    const port = new SyncMessagePort(port1);
    port.postMessage('a');
    port.close();
  });
  t.thread('receiver', () => {
    const port = new SyncMessagePort(port2);
    return [port.receiveMessage(), port.receiveMessage({ closedValue: 'closed' })];
  });
  t.after(({ receiver }) => assert.deepEqual(receiver, ['a', 'closed']));
});
