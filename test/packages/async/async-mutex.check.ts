import { Mutex, Semaphore } from 'async-mutex';
import { check } from 'fencepost';
import { increments } from './increments.js';

check('a mutex excludes', (t) => {
  const mutex = new Mutex();
  increments(t, async (body) => mutex.runExclusive(body));
});

check('a semaphore of 2 does not', (t) => {
  const semaphore = new Semaphore(2);
  increments(t, async (body) => semaphore.runExclusive(body));
});
