import { createHash } from 'node:crypto';
import * as workerThreads from 'node:worker_threads';
import type { Platform } from '../host.js';

export const platform: Platform = {
  name: `Node ${process.versions.node}`,
  process,
  hasThreadNames: 'threadName' in workerThreads,
  digest: (texts) => {
    const hash = createHash('sha256');
    for (const text of texts) hash.update(text);
    return hash.digest('hex');
  },
};
