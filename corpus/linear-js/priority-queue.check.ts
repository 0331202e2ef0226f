import { int, linearizable } from 'fencepost';
import { PriorityQueue } from './priority-queue.js';

linearizable('priority queue', () => new PriorityQueue(6), { add: [int(1, 3)], removeLeast: [] }, { calls: 6 });
