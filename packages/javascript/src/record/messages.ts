import { createRequire, syncBuiltinESMExports } from 'node:module';
import type * as WorkerThreads from 'node:worker_threads';
import { MessagePort, isMainThread, parentPort } from 'node:worker_threads';
import { current } from '../world/current.js';
import { natives } from './natives.js';
import { LOCK } from './scheduler.js';
import { HAS_PORTS, MOST_THREADS, OBJECTS } from './shared-words.js';
import type { Steps } from './steps.js';
import { ACQUIRE, RELEASE } from './steps.js';

/** Node's own way to tell listeners of all kinds; internal, but the same since Node 12. */
const DISPATCH = Symbol.for('nodejs.internal.kHybridDispatch');

/** A port of which both ends are known, by the objects of what is sent and received. */
interface Ends {
  readonly sends: number;
  readonly receives: number;
}

const ports = new WeakMap<object, Ends>();
/** Of all other ports and channels. */
const OTHERS: Ends = { sends: OBJECTS + 16 * MOST_THREADS, receives: OBJECTS + 16 * MOST_THREADS };

const messagesTo = (thread: number): number => OBJECTS + 16 * thread;
const messagesFrom = (thread: number): number => OBJECTS + 16 * thread + 8;

/** A port to the worker with this number. */
export function knowPort(port: object, worker: number): void {
  ports.set(port, { sends: messagesTo(worker), receives: messagesFrom(worker) });
}

type Anything = (this: unknown, ...args: readonly unknown[]) => unknown;

/**
 * What a thread did before it sent a message happens before what another does after it has received it. All messages of a
 * direction are one object: this orders more than one by one would.
 */
export function recordMessages(steps: Steps): void {
  if (!isMainThread && parentPort !== null)
    ports.set(parentPort, { sends: messagesFrom(steps.thread), receives: messagesTo(steps.thread) });
  const endsOf = (port: object): Ends | undefined =>
    ports.get(port) ?? (natives.load(steps.words, HAS_PORTS) === 0 ? undefined : OTHERS);
  const synchronise = (port: object, order: number): void => {
    if (current.run === undefined || !steps.isRecording) return;
    const ends = endsOf(port);
    if (ends !== undefined)
      steps.object(LOCK, order, current.site | 0, order === RELEASE ? ends.sends : ends.receives);
  };
  const before = (owner: object, key: PropertyKey, action: (self: object, args: readonly unknown[]) => void): void => {
    const native = Reflect.get(owner, key) as Anything;
    const replacement: Anything = function (...args) {
      action(this as object, args);
      return Reflect.apply(native, this, args);
    };
    Object.defineProperty(owner, key, { value: replacement, writable: true, configurable: true });
  };
  before(MessagePort.prototype, 'postMessage', (port) => synchronise(port, RELEASE));
  before(MessagePort.prototype, DISPATCH, (port, [, type]) => {
    if (type === 'message') synchronise(port, ACQUIRE);
  });
  const threads = createRequire(import.meta.url)('node:worker_threads') as Record<string, unknown> & typeof WorkerThreads;
  before(threads.BroadcastChannel.prototype, 'postMessage', (channel) => {
    if (Reflect.get(channel, 'name') !== 'fencepost.record') synchronise(channel, RELEASE);
  });
  const { receiveMessageOnPort } = threads;
  threads.receiveMessageOnPort = (port) => {
    const message = receiveMessageOnPort(port);
    if (message !== undefined) synchronise(port, ACQUIRE);
    return message;
  };
  for (const name of ['MessageChannel', 'BroadcastChannel'] as const) {
    const marking = new Proxy(threads[name], {
      construct: (target, args: readonly unknown[], newTarget) => {
        natives.store(steps.words, HAS_PORTS, 1);
        return Reflect.construct(target, args, newTarget) as object;
      },
    });
    (threads as Record<string, unknown>)[name] = marking;
    Object.defineProperty(globalThis, name, { value: marking, writable: true, configurable: true });
  }
  syncBuiltinESMExports();
}
