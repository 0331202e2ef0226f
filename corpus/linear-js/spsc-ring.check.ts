import { int, linearizable } from 'fencepost';
import { SpscRing } from './spsc-ring.js';

linearizable(
  'SPSC ring',
  () => new SpscRing(2),
  { push: [int(1, 2)], pop: [] },
  { calls: 6, roles: { producer: ['push'], consumer: ['pop'] } },
);
