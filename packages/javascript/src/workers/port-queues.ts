import { InternedStates } from '@fencepost/core';
import { theWorld } from '../world/running/current.js';
import { step } from '../synchronisation/shared-steps.js';

/** The messages waiting at one end of a channel between threads. */
export interface PortQueue {
  /** The thread that listens to this port; null: none yet except, possibly, the creator of the channel. */
  readonly holder: number | null;
  readonly messages: readonly number[];
}

/** Stands for a message: the other end was closed. */
export const CLOSED = -1;

const CHANNELS_PER_THREAD = 2 ** 15;
const queues = new InternedStates<PortQueue>({ holder: null, messages: [] });

/** Returns the number of a port. The creator numbers its ports; the two ends of a channel have adjacent numbers. */
export function portNumber(maker: number, channel: number, end: 0 | 1): number {
  if (channel >= CHANNELS_PER_THREAD) throw new RangeError('too many message channels');
  return (maker * CHANNELS_PER_THREAD + channel) * 2 + end;
}

/** Returns the port at the other end of the same channel. */
export function otherEnd(port: number): number {
  return port % 2 === 0 ? port + 1 : port - 1;
}

/** Returns the handle of the thread that has created the channel. */
export function makerOf(port: number): number {
  return Math.floor(port / 2 / CHANNELS_PER_THREAD);
}

function queueOf(port: number): number {
  return theWorld().context.place('port', port);
}

/** Adds messages; returns the thread that listens. */
export function append(port: number, messages: readonly number[], as: string): Pick<PortQueue, 'holder'> {
  const add = (queue: PortQueue): PortQueue => ({ ...queue, messages: [...queue.messages, ...messages] });
  const learned = ({ holder }: PortQueue): PortQueue => ({ holder, messages: [] });
  const transition = queues.step(`${as} (${messages.join(' ')})`, add, undefined, learned);
  return queues.decode(step(queueOf(port), transition));
}

const first = queues.step(
  'receive a message',
  (queue) => ({ ...queue, messages: queue.messages.slice(1) }),
  undefined,
  (queue) => ({ ...queue, messages: queue.messages.slice(0, 1) }),
);

/** Removes and returns the first message. */
export function takeFirst(port: number): number | undefined {
  return queues.decode(step(queueOf(port), first)).messages[0];
}

const isEnd = ({ messages }: PortQueue): boolean => messages[0] === CLOSED;
const end = queues.step(
  'check whether the other end is closed',
  (queue) => (isEnd(queue) ? { ...queue, messages: queue.messages.slice(1) } : queue),
  undefined,
  (queue) => ({ ...queue, messages: isEnd(queue) ? [CLOSED] : [] }),
);

/** Whether the other end was closed and all messages were taken. */
export function takeEnd(port: number): boolean {
  return isEnd(queues.decode(step(queueOf(port), end)));
}

/** Makes this thread the one to notify of messages; returns the previous state. */
export function hold(port: number, holder: number): PortQueue {
  const transition = queues.step(`listen to a port (${holder})`, (queue) => ({ ...queue, holder }));
  return queues.decode(step(queueOf(port), transition));
}
