import { distinct, linearizable, oneOf } from 'fencepost';
import { ShareableMap } from 'shared-memory-datastructures';

// Its authors advise that one worker writes.
linearizable(
  'map with one writer',
  () => new ShareableMap(),
  { set: [oneOf('a'), distinct('x')], get: [oneOf('a')] },
  { calls: 2, roles: { writer: ['set'], reader: ['get'] } },
);
