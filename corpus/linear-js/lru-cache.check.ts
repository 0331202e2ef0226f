import { int, linearizable } from 'fencepost';
import { LruCache } from './lru-cache.js';

linearizable('LRU cache', () => new LruCache(), { get: [int(1, 3)], set: [int(1, 3), int(1, 1)] }, { calls: 6 });
