import { distinct, linearizable } from 'fencepost';
import { HerlihyWingQueue } from './herlihy-wing-queue.js';

linearizable(
  'Herlihy-Wing queue',
  () => new HerlihyWingQueue(6),
  { enqueue: [distinct(1, 2)], dequeue: [] },
  { calls: 6, blocking: ['dequeue'] },
);
