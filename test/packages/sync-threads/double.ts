import { runAsWorker } from 'sync-threads';

void runAsWorker((n) => Promise.resolve(n * 2));
