import { check } from 'fencepost';

// Drepper's mutex: 0 is free, 1 taken, 2 taken and a thread may wait (futexes are tricky, 2011).

function lock(state: Int32Array): void {
  let was = Atomics.compareExchange(state, 0, 0, 1);
  while (was !== 0) {
    if (was === 2 || Atomics.compareExchange(state, 0, 1, 2) !== 0) Atomics.wait(state, 0, 2);
    was = Atomics.compareExchange(state, 0, 0, 2);
  }
}

function unlock(state: Int32Array): void {
  if (Atomics.sub(state, 0, 1) === 1) return;
  Atomics.store(state, 0, 0);
  Atomics.notify(state, 0, 1);
}

const ROUNDS = [2, 1, 1];

check('mutex', (t) => {
  const memory = new Int32Array(new SharedArrayBuffer(8));
  ROUNDS.forEach((rounds, i) => {
    t.thread(`worker ${i}`, () => {
      for (let round = 0; round < rounds; round++) {
        lock(memory);
        memory[1]! += 1;
        unlock(memory);
      }
    });
  });
});
