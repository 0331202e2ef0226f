// A thread that sleeps until there is something to do, and may never be woken.
import { check } from 'fencepost';

check('the sleeper is woken', (t) => {
  const memory = new Int32Array(new SharedArrayBuffer(8));
  const [WORK, BELL] = [0, 1];
  t.thread('sleeper', () => {
    while (Atomics.load(memory, WORK) === 0) {
      // Too late to find out: the bell may have rung since the line above.
      const bell = Atomics.load(memory, BELL);
      Atomics.wait(memory, BELL, bell);
    }
  });
  t.thread('waker', () => {
    Atomics.store(memory, WORK, 1);
    Atomics.add(memory, BELL, 1);
    Atomics.notify(memory, BELL);
  });
});
