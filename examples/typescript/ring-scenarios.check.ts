import { int, linearizable } from 'fencepost';
import { Ring } from './ring.js';

linearizable(
  'ring',
  () => new Ring(new SharedArrayBuffer(8 + 3 * 4)),
  { push: [int(1, 2)], pop: [] },
  { calls: 4, roles: { producer: ['push'], consumer: ['pop'] } },
);
