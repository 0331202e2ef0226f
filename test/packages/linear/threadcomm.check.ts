import { int, linearizable } from 'fencepost';
import { SyncedQueue } from 'threadcomm/Queue/SyncedQueue.js';

linearizable(
  'count of tasks',
  () => new SyncedQueue('tasks', new SharedArrayBuffer(4)),
  { addToCount: [int(1, 2)], subtractFromCount: [], getCount: [], isDone: [] },
  { calls: 3 },
);
