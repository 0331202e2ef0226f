import { distinct, linearizable } from 'fencepost';
import { RingBuffer } from 'ringbuf.js';
import { OneByOne, ROLES } from './ring.js';

linearizable(
  'ring of 1',
  () => new OneByOne(new RingBuffer(RingBuffer.getStorageForCapacity(1, Int32Array), Int32Array)),
  { push: [distinct(1, 2)], pop: [] },
  { calls: 5, roles: ROLES },
);
