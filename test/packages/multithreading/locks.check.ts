import assert from 'node:assert';
import { check } from 'fencepost';
import { Mutex, RwLock, Semaphore } from 'multithreading/sync';

for (const [often, times] of Object.entries({ once: 1, twice: 2 })) {
  check(`Mutex, locked ${often} by each of two threads`, (t) => {
    const counter = new Int32Array(new SharedArrayBuffer(4));
    const mutex = new Mutex(counter, new SharedArrayBuffer(4));
    const count = (): void => {
      for (let i = 0; i < times; i++) {
        const guard = mutex.blockingLock();
        guard.value[0]! += 1;
        guard.dispose();
      }
    };
    t.thread('first', count);
    t.thread('second', count);
    t.after(() => assert.equal(counter[0], 2 * times));
  });
}

check('RwLock, a writer and a reader', (t) => {
  const pair = new Int32Array(new SharedArrayBuffer(8));
  const lock = new RwLock(pair, new SharedArrayBuffer(4));
  t.thread('writer', () => {
    const guard = lock.blockingWrite();
    guard.value[0] = 1;
    guard.value[1] = 1;
    guard.dispose();
  });
  t.thread('reader', () => {
    const guard = lock.blockingRead();
    const seen = [guard.value[0], guard.value[1]];
    guard.dispose();
    return seen;
  });
  t.after(({ reader }) => {
    const [first, second] = reader as number[];
    assert.equal(first, second);
  });
});

check('Semaphore with one permit, two threads', (t) => {
  const counter = new Int32Array(new SharedArrayBuffer(4));
  const semaphore = new Semaphore(1);
  const count = (): void => {
    const guard = semaphore.blockingAcquire();
    counter[0]! += 1;
    guard.dispose();
  };
  t.thread('first', count);
  t.thread('second', count);
  t.after(() => assert.equal(counter[0], 2));
});
