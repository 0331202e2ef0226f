import { distinct, linearizable } from 'fencepost';
import { Channel } from './channel.js';

linearizable(
  'channel',
  () => new Channel(),
  { send: [distinct(1, 2)], receive: [] },
  { calls: 6, blocking: ['send', 'receive'] },
);
