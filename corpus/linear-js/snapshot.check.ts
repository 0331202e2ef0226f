import { int, linearizable } from 'fencepost';
import { Snapshot } from './snapshot.js';

linearizable('snapshot', () => new Snapshot(), { update: [int(0, 1), int(1, 2)], scan: [] }, { calls: 6 });
