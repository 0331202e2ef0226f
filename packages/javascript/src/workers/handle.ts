import type { World } from '../world/world.js';
import { post } from '../synchronisation/inbox.js';
import { decodeMessage, encodeMessage } from './messages.js';
import { PARENT, decodeOutbox, outboxPlace } from './parent-line.js';

/** A worker file that runs as a thread. */
export interface WorkerHandle {
  readonly name: string;
  /** To be received when the worker runs. */
  postMessage(message: unknown, transfer?: readonly object[]): void;
  /** What the worker has posted; in `after`. */
  readonly messages: readonly unknown[];
}

const HANDLES = Symbol('handles of workers');

/** What set-up code holds of a worker file that is to run as a thread. */
export function workerHandle(world: World, thread: number, name: string): WorkerHandle {
  const messages: unknown[] = [];
  handlesIn(world).set(thread, messages);
  return {
    name,
    messages,
    postMessage: (message, transfer = []) => post(thread, { port: PARENT, message: encodeMessage(message, transfer) }),
  };
}

function handlesIn(world: World): Map<number, unknown[]> {
  return world.slot(HANDLES, () => new Map<number, unknown[]>());
}

/** Gives the handles in this world, the one that runs, what their workers have posted; `read`: the final state of a place. */
export function receiveMessages(world: World, read: (place: number) => number): void {
  for (const [thread, messages] of handlesIn(world)) {
    messages.splice(0, Infinity, ...decodeOutbox(read(outboxPlace(thread))).map(decodeMessage));
  }
}
