import type { World } from '../world/world.js';
import { post } from '../synchronisation/inbox.js';
import { decodeMessage, encodeMessage } from './messages.js';
import { PARENT, decodeOutbox, outboxPlace } from './parent-line.js';

/** A worker file that runs as a thread. */
export interface WorkerHandle {
  readonly name: string;
  /** Sends a message that the worker receives when it runs. */
  postMessage(message: unknown, transfer?: readonly object[]): void;
  /** The messages that the worker has posted; in `after`. */
  readonly messages: readonly unknown[];
}

const HANDLES = Symbol('handles of workers');

/** The handle that set-up code has of a worker file that will run as a thread. */
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

/** Gives the handles of the running world the messages of their workers; `read`: the final state of a place. */
export function receiveMessages(world: World, read: (place: number) => number): void {
  for (const [thread, messages] of handlesIn(world)) {
    messages.splice(0, Infinity, ...decodeOutbox(read(outboxPlace(thread))).map(decodeMessage));
  }
}
