import { check } from 'fencepost';
import pLimit from 'p-limit';
import { increments } from './increments.js';

check('a limit of 1 excludes', (t) => {
  const limit = pLimit(1);
  increments(t, async (body) => limit(body));
});
