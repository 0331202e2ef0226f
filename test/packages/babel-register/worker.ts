import { parentPort } from 'node:worker_threads';
import { serve } from './fixtures/client.js';

serve(parentPort!, (_action, n) => Promise.resolve(n * 2));
