import { distinct, linearizable } from 'fencepost';
import { ChaseLevDeque } from './chase-lev-deque.js';

linearizable(
  'Chase-Lev deque',
  () => new ChaseLevDeque(6),
  { push: [distinct(1, 2)], take: [], steal: [] },
  { calls: 6, roles: { owner: ['push', 'take'], thief: ['steal'] } },
);
