import { check } from 'fencepost';
import { MessageChannel } from 'node:worker_threads';

// The programs that `npm run bench -- typescript` checks by whole commands.

const models = ['sc'] as const;

function lock(word: Int32Array): void {
  let state = Atomics.compareExchange(word, 0, 0, 1);
  if (state === 0) return;
  if (state !== 2) state = Atomics.exchange(word, 0, 2);
  while (state !== 0) {
    Atomics.wait(word, 0, 2);
    state = Atomics.exchange(word, 0, 2);
  }
}

function unlock(word: Int32Array): void {
  if (Atomics.exchange(word, 0, 0) === 2) Atomics.notify(word, 0, 1);
}

for (const [threads, rounds] of [
  [2, 1],
  [2, 2],
  [3, 1],
] as const) {
  check(`futex mutex, ${threads} threads × ${rounds}`, { models }, (t) => {
    const memory = new Int32Array(new SharedArrayBuffer(8));
    for (let i = 0; i < threads; i++) {
      t.thread(`t${i}`, () => {
        for (let round = 0; round < rounds; round++) {
          lock(memory);
          memory[1]!++;
          unlock(memory);
        }
      });
    }
    t.after(() => {
      if (memory[1] !== threads * rounds) throw new Error('lost');
    });
  });
}

for (const items of [4, 8, 16]) {
  check(`ring of 2, ${items} items`, { models }, (t) => {
    const memory = new Int32Array(new SharedArrayBuffer(16));
    t.thread('producer', () => {
      for (let i = 0; i < items; i++) {
        while (i - Atomics.load(memory, 0) >= 2);
        memory[2 + (i % 2)] = i;
        Atomics.store(memory, 1, i + 1);
      }
    });
    t.thread('consumer', () => {
      let sum = 0;
      for (let i = 0; i < items; i++) {
        while (Atomics.load(memory, 1) === i);
        sum += memory[2 + (i % 2)]!;
        Atomics.store(memory, 0, i + 1);
      }
      return sum;
    });
    t.after(({ consumer }) => {
      if (consumer !== (items * (items - 1)) / 2) throw new Error('sum');
    });
  });
}

for (const messages of [4, 8]) {
  check(`port, ${messages} messages`, { models }, (t) => {
    const { port1, port2 } = new MessageChannel();
    t.thread('sender', () => {
      for (let i = 0; i < messages; i++) port1.postMessage(i);
    });
    t.thread(
      'receiver',
      () =>
        new Promise((resolve) => {
          let received = 0;
          port2.on('message', () => {
            if (++received < messages) return;
            port2.close();
            resolve(received);
          });
        }),
    );
  });
}

for (const senders of [3, 4]) {
  check(`${senders} senders to one thread`, { models }, (t) => {
    const channels = Array.from({ length: senders }, () => new MessageChannel());
    for (const [i, { port1 }] of channels.entries()) t.thread(`sender ${i}`, () => port1.postMessage(i));
    t.thread(
      'receiver',
      () =>
        new Promise((resolve) => {
          let sum = 0;
          let received = 0;
          for (const { port2 } of channels) {
            port2.on('message', (value: number) => {
              sum += value;
              if (++received < senders) return;
              for (const each of channels) each.port2.close();
              resolve(sum);
            });
          }
        }),
    );
  });
}
