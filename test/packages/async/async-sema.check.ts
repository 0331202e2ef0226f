import { Sema } from 'async-sema';
import { check } from 'fencepost';
import { between, increments } from './increments.js';

check('a semaphore of 1 excludes', (t) => {
  const sema = new Sema(1);
  increments(t, async (body) =>
    between(
      async () => sema.acquire(),
      body,
      () => sema.release(),
    ),
  );
});
