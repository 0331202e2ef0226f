import { int, linearizable } from 'fencepost';
import { Ring } from './ring.js';

linearizable('ring of many', () => new Ring(new SharedArrayBuffer(8 + 3 * 4)), { push: [int(1, 2)], pop: [] });
