import { int, linearizable } from 'fencepost';
import { MpmcRing } from './mpmc-ring.js';

linearizable('MPMC ring', () => new MpmcRing(2), { enqueue: [int(1, 2)], dequeue: [] }, { calls: 6 });
