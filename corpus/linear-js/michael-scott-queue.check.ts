import { distinct, linearizable } from 'fencepost';
import { MichaelScottQueue } from './michael-scott-queue.js';

linearizable(
  'Michael-Scott queue',
  () => new MichaelScottQueue(7),
  { enqueue: [distinct(1, 2)], dequeue: [] },
  { calls: 6 },
);
