import AsyncLock from 'async-lock';
import { check } from 'fencepost';
import { increments } from './increments.js';

check('a key excludes', (t) => {
  const lock = new AsyncLock();
  increments(t, async (body) => lock.acquire('row', body));
});
