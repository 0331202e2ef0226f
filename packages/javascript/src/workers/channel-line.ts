import type { FencepostError } from '@fencepost/core';
import { current } from '../world/running/current.js';
import { noteEffect } from '../world/time/effects.js';
import { unsupported } from '../world/running/unsupported.js';
import type { Receiver } from '../synchronisation/inbox.js';
import { enqueueEvent, post, receive, self, stopReceiving } from '../synchronisation/inbox.js';
import type { Line } from './line.js';
import { CLOSED, append, hold, makerOf, mix, otherEnd, takeEnd, takeFirst } from './port-queues.js';

/** State shared by the two ends of a channel in one world. */
interface Channel {
  /** Whether both ends are where they were made, so that no other thread can observe the messages. */
  isWhole: boolean;
  /** Whether set-up code listens: then the channel is for messages within its modules, in each thread that has them. */
  isHeardInSetUp: boolean;
  readonly isOfSetUp: boolean;
  /** The ends that are in this world, by parity of the port's number. */
  readonly ends: [ChannelLine | undefined, ChannelLine | undefined];
}

/** Creates a channel. Its first end has this number, the second one the next. */
export function makeChannel(number: number): readonly [ChannelLine, ChannelLine] {
  const isOfSetUp = current.run === undefined;
  const channel: Channel = { isWhole: true, isHeardInSetUp: false, isOfSetUp, ends: [undefined, undefined] };
  return [new ChannelLine(number, channel), new ChannelLine(number + 1, channel)];
}

/** Returns the end of a channel that was transferred to this thread. */
export function arrivedLine(number: number): ChannelLine {
  const ends: Channel['ends'] = [undefined, undefined];
  return new ChannelLine(number, { isWhole: false, isHeardInSetUp: false, isOfSetUp: false, ends });
}

/**
 * One end of a message channel. As long as both ends are in the thread that made them, messages stay in this world.
 * Otherwise they wait in a separate queue, wherever the port is, and its holder is notified in its inbox.
 */
export class ChannelLine implements Line {
  readonly number: number;
  private readonly channel: Channel;
  private readonly here: number[] = [];
  private receiver: Receiver | undefined;
  /** Whether other threads can see that this one listens. */
  private isClaimed = false;
  /** Number of notifications that arrived while no receiver was set. */
  private missed = 0;
  /** Whether there is a listener to the end of the channel. */
  private isWatched = false;
  /** Called if the other end is closed and nothing receives messages here. */
  closed: (() => void) | undefined;

  constructor(number: number, channel: Channel) {
    this.number = number;
    this.channel = channel;
    channel.ends[number % 2] = this;
  }

  post(message: number): void {
    const other = otherEnd(this.number);
    const peer = this.channel.ends[other % 2];
    if (peer !== undefined && this.isPrivate) {
      noteEffect();
      peer.here.push(message);
      if (peer.receiver !== undefined) enqueueEvent(() => peer.look(), peer.number);
      else if (message === CLOSED) enqueueEvent(() => peer.look());
      return;
    }
    const holder = append(other, [message], 'postMessage').holder ?? makerOf(other);
    if (peer !== undefined && holder === self()) enqueueEvent(() => peer.look(), peer.number);
    else if (holder !== 0) post(holder, { port: `port ${other}`, message: 0 }, 'postMessage: announce a message');
  }

  take(): number | undefined {
    if (this.here.length > 0) noteEffect();
    return this.here.shift() ?? (this.isPrivate ? undefined : takeFirst(this.number));
  }

  start(receiver: Receiver): void {
    if (current.run === undefined) {
      if (!this.channel.isWhole) throw heardInSetUp();
      this.channel.isHeardInSetUp = true;
    }
    receive(`port ${this.number}`, {
      deliver: () => this.look(),
      listening: () => !this.isPrivate && receiver.listening(),
      isAttentive: () => !this.isPrivate && (this.isWatched || receiver.isAttentive?.() === true),
    });
    this.receiver = receiver;
    const known = this.isClaimed ? this.missed : undefined;
    const waiting = this.here.length + (this.isPrivate ? 0 : (known ?? this.claim()));
    this.missed = 0;
    for (let i = 0; i < waiting; i++) enqueueEvent(() => this.look(), this.number);
  }

  pause(): void {
    this.receiver = undefined;
  }

  /** This keeps no event loop alive. */
  watch(): void {
    if (this.isWatched || current.run === undefined) return;
    this.isWatched = true;
    if (this.receiver !== undefined) return;
    receive(`port ${this.number}`, {
      deliver: () => this.look(),
      listening: () => false,
      isAttentive: () => !this.isPrivate,
    });
    if (this.isPrivate || this.isClaimed) return;
    this.missed += this.claim();
    if (this.missed > 0) enqueueEvent(() => this.lookForEnd());
  }

  close(): void {
    this.post(CLOSED);
    this.stop();
  }

  /** Moves the port to another thread, with its waiting messages. */
  leave(): void {
    if (this.channel.isHeardInSetUp) throw heardInSetUp();
    this.channel.isWhole = false;
    if (this.isClaimed) mix(this.number);
    if (this.here.length > 0) append(this.number, this.here.splice(0), 'transfer a port');
    this.stop();
    this.channel.ends[this.number % 2] = undefined;
  }

  /** Makes this thread the holder of the port; returns the number of messages already waiting. */
  private claim(): number {
    const { holder, messages } = hold(this.number, self());
    if (this.channel.isOfSetUp && holder !== null && holder !== self()) {
      throw unsupported(
        'a message port made by set-up code is used by two threads',
        'a port belongs to one thread: create a channel for each pair of threads',
      );
    }
    this.isClaimed = true;
    return messages.length;
  }

  /**
   * Whether messages stay in this world. A channel of set-up code without a listener there is for messages between
   * threads.
   */
  private get isPrivate(): boolean {
    const { isWhole, isOfSetUp, isHeardInSetUp } = this.channel;
    return isWhole && (!isOfSetUp || isHeardInSetUp || current.run === undefined);
  }

  private look(): void {
    if (this.receiver === undefined) {
      this.missed++;
      this.lookForEnd();
      return;
    }
    const message = this.take();
    if (message !== undefined) this.receiver.deliver(message);
  }

  /** A port without a receiver notices that the other end was closed once that is first in the queue. */
  private lookForEnd(): void {
    if (this.receiver !== undefined) return;
    const isPrivate = this.here.length > 0 || this.isPrivate;
    if (!isPrivate && !this.isWatched) return;
    if (isPrivate ? this.here[0] !== CLOSED : !takeEnd(this.number)) return;
    this.here.length = 0;
    this.missed = 0;
    this.closed?.();
  }

  private stop(): void {
    this.receiver = undefined;
    stopReceiving(`port ${this.number}`);
  }
}

function heardInSetUp(): FencepostError {
  return unsupported(
    'set-up code listens to messages of another thread',
    'set-up code ends before threads run: listen in a function passed to t.thread',
  );
}
