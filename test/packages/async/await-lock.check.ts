import AwaitLock from 'await-lock';
import { check } from 'fencepost';
import { between, increments } from './increments.js';

check('a lock excludes', (t) => {
  const lock = new AwaitLock();
  increments(t, async (body) =>
    between(
      async () => lock.acquireAsync(),
      body,
      () => lock.release(),
    ),
  );
});
