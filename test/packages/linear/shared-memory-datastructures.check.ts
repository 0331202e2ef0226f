import { distinct, linearizable, oneOf } from 'fencepost';
import { ShareableMap } from 'shared-memory-datastructures';

linearizable(
  'map',
  () => new ShareableMap(),
  { set: [oneOf('a', 'b'), distinct('x')], get: [oneOf('a', 'b')] },
  { calls: 2 },
);
