import { RestartSearch, parentOf } from '@fencepost/core';
import { theWorld } from '../world/running/current.js';
import type { Receiver } from '../synchronisation/inbox.js';
import { post, receive, self } from '../synchronisation/inbox.js';
import { workerPort } from '../synchronisation/next-entries.js';
import { toldParent } from './parent-line.js';

/**
 * The parent wants to know when the worker ends. A late listener gets no event, so the worker must know from
 * its start.
 */
export function watchExit(worker: number): void {
  const { watched } = theWorld().context;
  if (watched.has(worker)) return;
  watched.add(worker);
  throw new RestartSearch();
}

/** Calls the receiver when the worker has ended; while `listening()`, this keeps the event loop alive. */
export function receiveExit(worker: number, receiver: Receiver): void {
  const { watched } = theWorld().context;
  receive(workerPort('exit', worker), {
    deliver: (exitCode) => receiver.deliver(exitCode),
    listening: () => watched.has(worker) && receiver.listening(),
  });
}

/** The last step of a worker. Without a listener, it matters only if it ends a burst of events. */
export function tellExit(exitCode: number): void {
  const me = self();
  const parent = parentOf(me);
  if (parent === 0) return;
  if (!theWorld().context.watched.has(me) && toldParent() < 2) return;
  post(parent, { port: workerPort('exit', me), message: exitCode }, 'exit: notify the parent');
}
