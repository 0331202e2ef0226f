import { distinct, linearizable } from 'fencepost';
import { SnarkDeque } from './snark-deque.js';

linearizable(
  'Snark',
  () => new SnarkDeque(6),
  { pushLeft: [distinct(1, 2)], pushRight: [distinct(1, 2)], popLeft: [], popRight: [] },
  { calls: 6 },
);
