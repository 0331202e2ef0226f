import { theWorld } from '../world/running/current.js';
import { ChannelLine, arrivedLine, makeChannel } from './channel-line.js';
import { NodeTarget, defineHandlers, isOfBrowser } from './events.js';
import { enqueueEvent, self } from '../synchronisation/inbox.js';
import type { Line } from './line.js';
import { encodeMessage, openMessage, openPortsWith, transferList } from './messages.js';
import { registerPort } from './port-numbers.js';
import { CLOSED, portNumber } from './port-queues.js';
import { addOwnClasses } from '../world/objects/own-classes.js';

type Listener = (...values: unknown[]) => void;

const OURS = Symbol('made by us');
const CHANNELS = Symbol('message channels');

/** `MessagePort` as in Node: with the interfaces of the web and of an EventEmitter. */
export class MessagePort extends NodeTarget {
  declare onmessage: unknown;
  declare onmessageerror: unknown;
  #line: Line | undefined;
  #isStarted = false;
  #isClosing = false;
  #keepsAlive = true;
  /** The task in which the last message was delivered. */
  #deliveredIn = -1;

  constructor(key?: symbol, line?: Line) {
    super();
    if (key !== OURS) throw new TypeError('Illegal constructor');
    this.#line = line;
    if (line instanceof ChannelLine) {
      line.closed = () => this.#deliver(CLOSED);
      registerPort(this, {
        number: line.number,
        leave: () => {
          line.leave();
          this.#line = undefined;
        },
      });
    }
  }

  /** Returns true, as in Node, unless the port is closed. */
  postMessage(...given: readonly [message?: unknown, transfer?: unknown]): true | undefined {
    if (given.length === 0) throw new TypeError('Not enough arguments to MessagePort.postMessage');
    const [message, transfer] = given;
    const encoded = encodeMessage(message, transferList(transfer), this);
    if (this.#line === undefined || this.#isClosing) return undefined;
    this.#line.post(encoded);
    return isOfBrowser() ? undefined : true;
  }

  start(): void {
    if (this.#isStarted || this.#line === undefined) return;
    this.#isStarted = true;
    this.#line.start({
      deliver: (message) => this.#deliver(message),
      listening: () => this.#keepsAlive && this.#isHeard,
      isAttentive: () => this.#isHeard,
    });
  }

  get #isHeard(): boolean {
    return this.#line !== undefined && this.listenerCount('message') > 0;
  }

  close(): void {
    if (this.#line === undefined || this.#isClosing) return;
    this.#isClosing = true;
    const { loop } = theWorld();
    if (this.#deliveredIn === loop.tasks && !isOfBrowser()) loop.enqueueNext(() => this.#deliverLast());
    else this.#end();
  }

  override on(type: string | symbol, listener: Listener): this {
    return this.#has(type, listener) ? this : super.on(type, listener);
  }

  override once(type: string | symbol, listener: Listener): this {
    return this.#has(type, listener) ? this : super.once(type, listener);
  }

  ref(): void {
    this.#keepsAlive = true;
  }

  unref(): void {
    this.#keepsAlive = false;
  }

  hasRef(): boolean {
    return this.#keepsAlive && this.#isStarted;
  }

  /** Starts the port, except for `addEventListener` in browsers. */
  protected override listened(type: string, startsPorts: boolean): void {
    if (type === 'message' && (startsPorts || !isOfBrowser())) this.start();
    if (type === 'close') this.#line?.watch?.();
  }

  /** Stops a port that has lost its last listener, like Node. */
  protected override unlistened(type: string): void {
    if (type !== 'message' || !this.#isStarted || isOfBrowser() || this.listenerCount(type) > 0) return;
    this.#isStarted = false;
    this.#line?.pause();
  }

  /** Returns whether the listener was already added: Node calls a listener that was added twice only once. */
  #has(type: string | symbol, listener: Listener): boolean {
    return !isOfBrowser() && this.listeners(type).includes(listener);
  }

  /** Delivers all messages that have arrived, one after the other, even if a listener closes the port, like Node. */
  #deliverLast(): void {
    const message = this.#isStarted ? this.#line?.take() : undefined;
    if (message === undefined || message === CLOSED) {
      this.#end();
      return;
    }
    theWorld().loop.enqueueNext(() => this.#deliverLast());
    this.#open(message);
  }

  #end(): void {
    enqueueEvent(() => this.tell('close'));
    this.#line?.close();
    this.#line = undefined;
  }

  #deliver(message: number): void {
    if (this.#line === undefined) return;
    if (message === CLOSED) {
      this.#line = undefined;
      this.tell('close');
      return;
    }
    this.#open(message);
  }

  #open(message: number): void {
    this.#deliveredIn = theWorld().loop.tasks;
    const { data, ports } = openMessage(message);
    this.tell('message', data, ports);
  }

  /** @internal */
  static receive(port: MessagePort): { readonly message: unknown } | undefined {
    const message = port.#line?.take();
    if (message === undefined) return undefined;
    if (message !== CLOSED) return { message: openMessage(message).data };
    port.#line = undefined;
    enqueueEvent(() => port.tell('close'));
    return undefined;
  }
}
defineHandlers(MessagePort.prototype, ['message', 'messageerror', 'close']);

// Internal: removed from the class that the program gets.
const receive = MessagePort.receive.bind(undefined);
Reflect.deleteProperty(MessagePort, 'receive');

/** Takes a message from a port directly, without the event loop. */
export function receiveMessageOnPort(port: unknown): { readonly message: unknown } | undefined {
  if (port instanceof MessagePort) return receive(port);
  const code = 'ERR_INVALID_ARG_TYPE';
  throw Object.assign(new TypeError('The "port" argument must be a MessagePort instance'), { code });
}

/** Returns a port connected by this line. */
export function makePort(line: Line): MessagePort {
  return new MessagePort(OURS, line);
}

/** Two connected ports, as in Node and browsers. */
export class MessageChannel {
  readonly port1: MessagePort;
  readonly port2: MessagePort;

  constructor() {
    const made = theWorld().slot(CHANNELS, () => new Map<number, number>());
    const maker = self();
    const count = made.get(maker) ?? 0;
    made.set(maker, count + 1);
    const [first, second] = makeChannel(portNumber(maker, count, 0));
    this.port1 = makePort(first);
    this.port2 = makePort(second);
  }
}

openPortsWith((number) => makePort(arrivedLine(number)));

addOwnClasses(MessageChannel);
