import { distinct, linearizable } from 'fencepost';
import { TwoLockQueue } from './two-lock-queue.js';

linearizable('two-lock queue', () => new TwoLockQueue(6), { enqueue: [distinct(1, 2)], dequeue: [] }, { calls: 6 });
