import { distinct, linearizable } from 'fencepost';
import { TreiberStack } from './treiber-stack.js';

linearizable('Treiber stack', () => new TreiberStack(7), { push: [distinct(1, 2)], pop: [] }, { calls: 6 });
