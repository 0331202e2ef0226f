import { Worker, isMainThread, workerData } from 'node:worker_threads';

// Two workers raise a flag each, and look at that of the other.
if (isMainThread) {
  const flags = new Int32Array(new SharedArrayBuffer(16));
  let running = 2;
  for (const me of [0, 1]) {
    const worker = new Worker(new URL(import.meta.url), { workerData: { flags, me } });
    worker.on('exit', () => {
      if (--running === 0) console.log(flags[2], flags[3]);
    });
  }
} else {
  const { flags, me } = workerData as { flags: Int32Array; me: number };
  flags[me] = 1;
  flags[2 + me] = flags[1 - me]!;
}
