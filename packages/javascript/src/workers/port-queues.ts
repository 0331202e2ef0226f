import type { Transition } from '@fencepost/core';
import { InternedStates } from '@fencepost/core';
import { current, theWorld } from '../world/running/current.js';
import { lanePosition } from '../synchronisation/lane-positions.js';
import { self } from '../synchronisation/self.js';
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

const laneOf = (port: number): string => `port ${port}`;

/**
 * Records that the messages of the port are used in another way than by one sender and one listener. Their queue is one
 * object then.
 */
export function mix(port: number): void {
  theWorld().context.lanes.mix(laneOf(port));
}

// In a lane (see `Lanes`), messages are in the queue until there is a listener. So is the first one after that, as its
// sender does not know of the listener yet. Every later message has a place of its own.

/** Adds messages; returns the thread that listens. */
export function append(port: number, messages: readonly number[], as: string): Pick<PortQueue, 'holder'> {
  const add = (queue: PortQueue): PortQueue => ({ ...queue, messages: [...queue.messages, ...messages] });
  const learned = ({ holder }: PortQueue): PortQueue => ({ holder, messages: [] });
  const transition = queues.step(`${as} (${messages.join(' ')})`, add, undefined, learned);
  const { context } = theWorld();
  if (current.run === undefined || !context.lanes.isLane(laneOf(port)))
    return queues.decode(step(queueOf(port), transition));
  context.lanes.send(laneOf(port), self());
  const position = lanePosition(laneOf(port));
  if (position.holder === null) position.holder = queues.decode(step(queueOf(port), transition)).holder;
  else step(context.place('port', port, position.sent++), transition);
  return position;
}

/** Takes a step of the receiver of a port: `receive` takes the first message, if that `isWanted`. */
function takeStep(port: number, receive: Transition, isWanted: (queue: PortQueue) => boolean): PortQueue {
  const { context } = theWorld();
  if (!context.lanes.isLane(laneOf(port))) return queues.decode(step(queueOf(port), receive));
  const position = lanePosition(laneOf(port));
  if (position.queued === undefined) mix(port);
  const isQueued = position.queued! > 0;
  const place = isQueued ? queueOf(port) : context.place('port', port, position.taken);
  const queue = queues.decode(step(place, receive));
  if (!isWanted(queue)) return queue;
  if (isQueued) position.queued!--;
  else position.taken++;
  return queue;
}

const first = queues.step(
  'receive a message',
  (queue) => ({ ...queue, messages: queue.messages.slice(1) }),
  undefined,
  (queue) => ({ ...queue, messages: queue.messages.slice(0, 1) }),
);

/** Removes and returns the first message. */
export function takeFirst(port: number): number | undefined {
  return takeStep(port, first, ({ messages }) => messages.length > 0).messages[0];
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
  return isEnd(takeStep(port, end, isEnd));
}

/** Makes this thread the one to notify of messages; returns the previous state. */
export function hold(port: number, holder: number): PortQueue {
  const transition = queues.step(`listen to a port (${holder})`, (queue) => ({ ...queue, holder }));
  const queue = queues.decode(step(queueOf(port), transition));
  if (queue.holder !== null) mix(port);
  lanePosition(laneOf(port)).queued = queue.messages.length + 1;
  return queue;
}
