import { SyncedQueue } from '@divinestar/threads/Queue/SyncedQueue.js';
import { int, linearizable } from 'fencepost';

linearizable(
  'count of tasks',
  () => new SyncedQueue('tasks', new SharedArrayBuffer(4)),
  { addToCount: [int(1, 2)], subtractFromCount: [], getCount: [], isDone: [] },
  { calls: 3 },
);
