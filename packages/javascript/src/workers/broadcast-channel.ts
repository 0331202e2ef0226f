import { InternedStates } from '@fencepost/core';
import { current, theWorld } from '../world/running/current.js';
import { enqueueEvent, post, receive, self, stopReceiving } from '../synchronisation/inbox.js';
import { step } from '../synchronisation/shared-steps.js';
import { unsupported } from '../world/running/unsupported.js';
import { NodeTarget, defineHandlers } from './events.js';
import { encodeMessage, openMessage } from './messages.js';

/** An open channel: its thread, and its number there. */
interface Member {
  readonly thread: number;
  readonly number: number;
}

/** The open channels of one name, in all threads. */
const groups = new InternedStates<readonly Member[]>([]);
const look = groups.step('who listens to a broadcast', (members) => members);

const MADE = Symbol('broadcast channels made');

const portOf = ({ thread, number }: Member): string => `broadcast ${thread} ${number}`;

/** `BroadcastChannel` as in Node and browsers: a message goes to all other channels of this name. */
export class BroadcastChannel extends NodeTarget {
  declare onmessage: unknown;
  declare onmessageerror: unknown;
  readonly name: string;
  readonly #member: Member;
  #isOpen = true;
  #keepsAlive = true;

  constructor(...given: readonly [name?: unknown]) {
    super();
    if (given.length === 0) throw new TypeError('The "name" argument must be specified');
    if (current.run === undefined)
      throw unsupported('set-up code creates a BroadcastChannel', 'create it in t.thread, or in a worker');
    this.name = String(given[0]);
    // After the end all threads are run again in one world, so each counts its own channels.
    const made = theWorld().slot(MADE, () => new Map<number, number>());
    const thread = self();
    const number = made.get(thread) ?? 0;
    made.set(thread, number + 1);
    this.#member = { thread, number };
    this.#change(`join (${portOf(this.#member)})`, (members) => [...members, this.#member]);
    receive(portOf(this.#member), {
      deliver: (message) => this.#deliver(message),
      listening: () => this.#isOpen && this.#keepsAlive,
    });
  }

  postMessage(...given: readonly [message?: unknown]): void {
    if (given.length === 0) throw new TypeError('The "message" argument must be specified');
    if (!this.#isOpen) throw new DOMException('BroadcastChannel is closed.', 'InvalidStateError');
    const message = encodeMessage(given[0]);
    const own = portOf(this.#member);
    for (const member of groups.decode(step(this.#place, look))) {
      const port = portOf(member);
      if (port !== own) post(member.thread, { port, message }, 'postMessage (broadcast)');
    }
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const own = portOf(this.#member);
    this.#change(`leave (${own})`, (members) => members.filter((member) => portOf(member) !== own));
    stopReceiving(own);
    enqueueEvent(() => this.tell('close'));
  }

  ref(): this {
    this.#keepsAlive = true;
    return this;
  }

  unref(): this {
    this.#keepsAlive = false;
    return this;
  }

  get #place(): number {
    return theWorld().context.place('broadcast', this.name);
  }

  #change(key: string, change: (members: readonly Member[]) => readonly Member[]): void {
    step(this.#place, groups.step(key, change));
  }

  #deliver(message: number): void {
    if (this.#isOpen) this.tell('message', openMessage(message).data);
  }
}
defineHandlers(BroadcastChannel.prototype, ['message', 'messageerror']);
