import type { MessagePort } from 'node:worker_threads';
import { parentPort, workerData } from 'node:worker_threads';
import { serve } from './fixtures/sync.js';

serve(parentPort!, workerData as MessagePort, { build: (n) => Promise.resolve(n * 2) });
