import type { World } from '../world/running/world.js';
import { post } from '../synchronisation/inbox.js';
import { decodeMessage, encodeMessage } from './messages.js';
import { PARENT, decodeOutbox, outboxPlace } from './parent-line.js';

/** A worker file that runs as a thread. */
export interface WorkerHandle {
  readonly name: string;
  /** Sends a message that the worker receives when it runs. */
  postMessage(message: unknown, transfer?: readonly object[]): void;
  /** Messages that the worker has posted; available in `after`. */
  readonly messages: readonly unknown[];
}

const HANDLES = Symbol('handles of workers');

/** Returns set-up code's handle of a worker file that will run as a thread. */
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

/**
 * Fills the handles of the running world with the messages of their workers; `read` returns the final state of a place.
 */
export function receiveMessages(world: World, read: (place: number) => number): void {
  for (const [thread, messages] of handlesIn(world)) {
    messages.splice(0, Infinity, ...decodeOutbox(read(outboxPlace(thread))).map(decodeMessage));
  }
}
