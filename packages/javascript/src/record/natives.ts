import { BroadcastChannel, Worker } from 'node:worker_threads';

// Saved before they are replaced for the recorded program.
export const NativeWorker = Worker;
export const NativeChannel = BroadcastChannel;

/** Native functions of `Atomics`, saved before they are replaced for the recorded program. */
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
