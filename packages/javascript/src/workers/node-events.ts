import { EventEmitter, eventsExports } from '#host/emitter';
import { guard } from '../world/guard.js';
import { newCapability } from '../async/promise.js';
import { registerShim } from '../world/shims.js';
import { unsupported } from '../world/unsupported.js';

type Listener = (...values: unknown[]) => void;
type Method = (type: string | symbol, listener: Listener, options?: object) => unknown;

/**
 * Emitters, event targets, and anything with some of their methods: like Node, each method is looked up when needed.
 */
type Emitter = Readonly<Partial<Record<'on' | 'once' | 'removeListener' | 'addEventListener', Method>>>;

function isMethod(value: unknown): value is Method {
  return typeof value === 'function';
}

function listenOnce(emitter: Emitter, type: string | symbol, listener: Listener): void {
  if (isMethod(emitter.on)) emitter.once!(type, listener);
  else if (isMethod(emitter.addEventListener)) emitter.addEventListener(type, listener, { once: true });
  else throw notAnEmitter(emitter);
}

function notAnEmitter(value: unknown): TypeError {
  const message = 'The "emitter" argument must be an instance of EventEmitter';
  return Object.assign(new TypeError(`${message}. Received ${String(value)}`), { code: 'ERR_INVALID_ARG_TYPE' });
}

/** `once` of node:events, with a promise that worlds can wait for. */
function once(emitter: Emitter, type: string | symbol, options?: { readonly signal?: unknown }): object {
  if (options?.signal !== undefined) throw unsupported('events.once is called with a signal');
  const { promise, resolve, reject } = newCapability();
  const remove = (of: string | symbol, listener: Listener): void => {
    if (isMethod(emitter.removeListener)) emitter.removeListener(of, listener);
  };
  const failed = (error: unknown): void => {
    remove(type, happened);
    reject(error);
  };
  const happened = (...values: unknown[]): void => {
    remove('error', failed);
    resolve(values);
  };
  try {
    listenOnce(emitter, type, happened);
    if (type !== 'error' && isMethod(emitter.once)) emitter.once('error', failed);
  } catch (error) {
    guard(error);
    reject(error);
  }
  return promise;
}

function on(): never {
  throw unsupported('on of node:events is called', 'add a listener with emitter.on, or wait for events.once');
}

/**
 * Emitters call their listeners synchronously: Node's own class will do, except for the functions that make promises.
 */
const emitterClass: typeof EventEmitter = new Proxy(EventEmitter, {
  get(target, key) {
    if (key === 'once') return once;
    if (key === 'on') return on;
    if (key === 'EventEmitter' || key === 'default') return emitterClass;
    return Reflect.get(target, key) as unknown;
  },
});

const namespace = { ...eventsExports, once, on, EventEmitter: emitterClass, default: emitterClass };

for (const specifier of ['node:events', 'events']) registerShim(specifier, () => namespace);
