import { int, linearizable } from 'fencepost';
import { RwLockMap } from './rwlock-map.js';

linearizable(
  'map under a rwlock',
  () => new RwLockMap(),
  { get: [int(1, 2)], set: [int(1, 2), int(1, 2)], delete: [int(1, 2)] },
  { calls: 6 },
);
