import { InternedStates, parentOf } from '@fencepost/core';
import { theWorld } from '../world/running/current.js';
import type { Receiver } from '../synchronisation/inbox.js';
import { enqueueEvent, post, receive, self, stopReceiving, takeFor } from '../synchronisation/inbox.js';
import { workerPort } from '../synchronisation/next-entries.js';
import type { Line } from './line.js';
import { step } from '../synchronisation/shared-steps.js';

/** Name of a worker's port to its parent. */
export const PARENT = 'parent';

/** Messages of workers to set-up code, which has ended. */
const outboxes = new InternedStates<readonly number[]>([]);

/** Returns the place where a thread made by set-up code stores the messages it posts. */
export function outboxPlace(thread: number): number {
  return theWorld().context.place('outbox', thread);
}

/** Returns the numbers of the messages in an outbox. */
export function decodeOutbox(word: number): readonly number[] {
  return outboxes.decode(word);
}

const TOLD = Symbol('messages of a worker to its parent');

/** Returns the number of messages and errors that this worker has sent to its parent. */
export function toldParent(): number {
  return theWorld().slot(TOLD, () => ({ count: 0 })).count;
}

/** Sends an event to the parent of this thread. */
export function tellParent(event: 'worker' | 'error', message: number, as: string): void {
  const me = self();
  theWorld().slot(TOLD, () => ({ count: 0 })).count++;
  post(parentOf(me), { port: workerPort(event, me), message }, as);
}

/** Posts a message to the parent of this thread. */
export function postToParent(message: number): void {
  const me = self();
  const parent = parentOf(me);
  if (parent !== 0) {
    tellParent('worker', message, 'postMessage');
    return;
  }
  step(
    outboxPlace(me),
    outboxes.step(`postMessage (${message})`, (messages) => [...messages, message]),
  );
}

/** Returns the worker's end of the channel to its parent. */
export function parentLine(): Line {
  const queue: number[] = [];
  let receiver: Receiver | undefined;
  const deliverFirst = (): void => {
    const message = receiver === undefined ? undefined : queue.shift();
    if (message !== undefined) receiver?.deliver(message);
  };
  receive(PARENT, {
    deliver: (message) => {
      queue.push(message);
      deliverFirst();
    },
    listening: () => receiver?.listening() === true,
  });
  return {
    post: postToParent,
    take: () => queue.shift() ?? takeFor(PARENT),
    start: (startedReceiver) => {
      receiver = startedReceiver;
      for (let i = 0; i < queue.length; i++) enqueueEvent(deliverFirst);
    },
    pause: () => {
      receiver = undefined;
    },
    close: () => stopReceiving(PARENT),
  };
}
