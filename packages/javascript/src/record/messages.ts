import { createRequire, syncBuiltinESMExports } from 'node:module';
import type * as WorkerThreads from 'node:worker_threads';
import { MessagePort, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { objectsWithin } from '../memory/views/find-shared-memory.js';
import { current } from '../world/running/current.js';
import { natives } from './natives.js';
import { LOCK } from './scheduler.js';
import { HAS_PORTS, MOST_THREADS, OBJECTS } from './shared-words.js';
import type { Steps } from './steps.js';
import { ACQUIRE, RELEASE } from './steps.js';

/** Node's method that dispatches events to listeners of all kinds; internal, but unchanged since Node 12. */
const DISPATCH = Symbol.for('nodejs.internal.kHybridDispatch');
const NOT_SEEN =
  'this version of Node does not report when messages arrive: races that messages exclude may be reported';

/** Synchronisation objects for messages sent and received through a port. */
interface Ends {
  readonly sends: number;
  readonly receives: number;
}

const messagesTo = (thread: number): number => OBJECTS + 16 * thread;
const messagesFrom = (thread: number): number => OBJECTS + 16 * thread + 8;

/** Ports and channels of the program; Node's own are not included. */
const known = new WeakMap<object, Ends>();
/** For ports whose other end may be in any thread. */
const ANYWHERE: Ends = { sends: OBJECTS + 16 * MOST_THREADS, receives: OBJECTS + 16 * MOST_THREADS };

/** Registers a port to the worker with this number. */
export function knowPort(port: object, worker: number): void {
  known.set(port, { sends: messagesTo(worker), receives: messagesFrom(worker) });
}

type Anything = (this: unknown, ...args: readonly unknown[]) => unknown;

/**
 * Records messages: the sender's actions before a message happen before the receiver's actions after it. All messages
 * of one direction share one object, and so do all ports whose other end is unknown. This orders more than one object
 * per port would.
 */
export function recordMessages(steps: Steps): void {
  if (!isMainThread && parentPort !== null)
    known.set(parentPort, { sends: messagesFrom(steps.thread), receives: messagesTo(steps.thread) });
  knowPortsIn(workerData);

  const synchronise = (port: object, order: number): void => {
    const ends = known.get(port);
    if (ends === undefined || current.run === undefined || !steps.isRecording) return;
    steps.object(LOCK, order, current.site | 0, order === RELEASE ? ends.sends : ends.receives);
  };
  const received = (port: object, message: unknown): void => {
    synchronise(port, ACQUIRE);
    if (known.has(port) && natives.load(steps.words, HAS_PORTS) !== 0) knowPortsIn(message);
  };
  let isSeen = Reflect.has(MessagePort.prototype, DISPATCH);
  before(MessagePort.prototype, 'postMessage', (port) => {
    if (!isSeen && known.has(port)) {
      steps.tell({ ask: 'note', text: NOT_SEEN });
      isSeen = true;
    }
    synchronise(port, RELEASE);
  });
  before(MessagePort.prototype, DISPATCH, (port, [message, type]) => {
    if (type === 'message') received(port, message);
  });

  const threads = createRequire(import.meta.url)('node:worker_threads') as Threads;
  before(threads.BroadcastChannel.prototype, 'postMessage', (channel) => synchronise(channel, RELEASE));
  before(threads.BroadcastChannel.prototype, 'dispatchEvent', (channel, [event]) => {
    if (Reflect.get(event as object, 'type') === 'message') synchronise(channel, ACQUIRE);
  });
  const { receiveMessageOnPort, MessageChannel, BroadcastChannel } = threads;
  threads.receiveMessageOnPort = (port) => {
    const message = receiveMessageOnPort(port);
    if (message !== undefined) received(port, message);
    return message;
  };
  replaceClass(threads, 'MessageChannel', MessageChannel, ({ port1, port2 }) => {
    natives.store(steps.words, HAS_PORTS, 1);
    for (const port of [port1, port2]) known.set(port, ANYWHERE);
  });
  replaceClass(threads, 'BroadcastChannel', BroadcastChannel, (channel) => known.set(channel, ANYWHERE));
  syncBuiltinESMExports();
}

type Threads = { -readonly [K in keyof typeof WorkerThreads]: (typeof WorkerThreads)[K] };

function knowPortsIn(message: unknown): void {
  for (const each of objectsWithin([message])) {
    if (each instanceof MessagePort && !known.has(each)) known.set(each, ANYWHERE);
  }
}

function before(owner: object, key: PropertyKey, action: (self: object, args: readonly unknown[]) => void): void {
  const native = Reflect.get(owner, key) as Anything | undefined;
  if (native === undefined) return;
  const replacement: Anything = function (...args) {
    action(this as object, args);
    return Reflect.apply(native, this, args);
  };
  Object.defineProperty(owner, key, { value: replacement, writable: true, configurable: true });
}

/** Replaces a class of Node, also available as a global, to register its objects. */
function replaceClass<T extends object>(
  owner: Threads,
  name: 'MessageChannel' | 'BroadcastChannel',
  native: new (...args: never[]) => T,
  made: (object: T) => void,
): void {
  const replacement = new Proxy(native, {
    construct: (target, args: readonly unknown[], newTarget) => {
      const object = Reflect.construct(target, args, newTarget) as T;
      made(object);
      return object;
    },
  });
  Object.assign(owner, { [name]: replacement });
  Object.defineProperty(globalThis, name, { value: replacement, writable: true, configurable: true });
}
