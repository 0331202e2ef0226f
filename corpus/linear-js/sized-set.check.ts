import { int, linearizable } from 'fencepost';
import { SizedSet } from './sized-set.js';

linearizable('set with size', () => new SizedSet(), { add: [int(0, 1)], remove: [int(0, 1)], size: [] }, { calls: 6 });
