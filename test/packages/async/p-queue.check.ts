import { check } from 'fencepost';
import PQueue from 'p-queue';
import { increments } from './increments.js';

check('a concurrency of 1 excludes', (t) => {
  const queue = new PQueue({ concurrency: 1 });
  increments(t, async (body) => queue.add(body));
});

check('a concurrency of 2 does not', (t) => {
  const queue = new PQueue({ concurrency: 2 });
  increments(t, async (body) => queue.add(body));
});
