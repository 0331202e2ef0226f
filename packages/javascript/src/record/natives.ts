import { BroadcastChannel, Worker } from 'node:worker_threads';

// Taken before the recorded program gets others.
export const NativeWorker = Worker;
export const NativeChannel = BroadcastChannel;

/** The functions of `Atomics`, which the recorded program gets others for. */
export const natives = {
  load: Atomics.load,
  store: Atomics.store,
  add: Atomics.add,
  sub: Atomics.sub,
  and: Atomics.and,
  or: Atomics.or,
  xor: Atomics.xor,
  exchange: Atomics.exchange,
  compareExchange: Atomics.compareExchange,
  wait: Atomics.wait,
  notify: Atomics.notify,
} as const;
