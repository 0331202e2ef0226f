import * as events from 'node:events';
import { newCapability } from '../world/promise.js';
import { registerShim } from '../world/shims.js';
import { unsupported } from '../world/unsupported.js';

interface Emitter {
  once(type: string | symbol, listener: (...values: unknown[]) => void): unknown;
  off(type: string | symbol, listener: (...values: unknown[]) => void): unknown;
}

interface WebTarget {
  addEventListener(type: string | symbol, listener: (event: unknown) => void, options: { readonly once: true }): void;
}

/** `once` of node:events, by a promise that worlds can wait for. */
function once(emitter: Emitter | WebTarget, type: string | symbol, options?: { readonly signal?: unknown }): object {
  if (options?.signal !== undefined) throw unsupported('events.once is called with a signal');
  const { promise, resolve, reject } = newCapability();
  if (!('once' in emitter)) {
    emitter.addEventListener(type, (event) => resolve([event]), { once: true });
    return promise;
  }
  const failed = (error: unknown): void => {
    emitter.off(type, happened);
    reject(error);
  };
  const happened = (...values: unknown[]): void => {
    if (type !== 'error') emitter.off('error', failed);
    resolve(values);
  };
  emitter.once(type, happened);
  if (type !== 'error') emitter.once('error', failed);
  return promise;
}

function on(): never {
  throw unsupported('on of node:events is called', 'add a listener with emitter.on, or wait for events.once');
}

/** Emitters call their listeners at once: Node's own will do, but for the functions that make promises. */
const emitterClass: typeof events.EventEmitter = new Proxy(events.EventEmitter, {
  get(target, key) {
    if (key === 'once') return once;
    if (key === 'on') return on;
    if (key === 'EventEmitter' || key === 'default') return emitterClass;
    return Reflect.get(target, key) as unknown;
  },
});

const namespace = { ...(events as object), once, on, EventEmitter: emitterClass, default: emitterClass };

for (const specifier of ['node:events', 'events']) registerShim(specifier, () => namespace);
