import { linearizable } from 'fencepost';
import { Counter } from './counter.js';

linearizable('counter', () => new Counter(), { increment: [], decrement: [], read: [] }, { calls: 6 });
