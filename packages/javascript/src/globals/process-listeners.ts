import { EventEmitter } from '#host/emitter';
import { theWorld } from '../world/running/current.js';
import { noteEffect } from '../world/time/effects.js';
import { isAssertion } from '../world/objects/error-like.js';
import type { Uncaught } from '../world/time/event-loop.js';
import { guard } from '../world/running/guard.js';
import { thrownFor } from '../world/objects/unhandled-rejection.js';

const EMITTER = Symbol('listeners of process');

/** Returns the emitter with the listeners on this world's `process`. */
function emitter(): EventEmitter {
  return theWorld().slot(EMITTER, () => {
    const made = new EventEmitter().setMaxListeners(0);
    theWorld().loop.uncaught = uncaughtOf(made);
    return made;
  });
}

/** Emits an event of the process in this world. */
export function emitProcessEvent(type: string, ...parameters: readonly unknown[]): boolean {
  return emitter().emit(type, ...parameters);
}

/**
 * Returns handlers that pass uncaught errors to the listeners. A failed assertion is always a failure, even if there is
 * a listener.
 */
function uncaughtOf(listeners: EventEmitter): Uncaught {
  const reported = new WeakSet<object>();
  const thrown = (error: unknown, origin: string): boolean => {
    guard(error);
    if (isAssertion(error)) return false;
    listeners.emit('uncaughtExceptionMonitor', error, origin);
    return listeners.emit('uncaughtException', error, origin);
  };
  return {
    thrown(error) {
      const isHeard = thrown(error, 'uncaughtException');
      // The task whose frame was current when the error was thrown has ended.
      theWorld().frame = undefined;
      return isHeard;
    },
    rejected(promise, reason) {
      if (isAssertion(reason)) return false;
      reported.add(promise);
      if (listeners.emit('unhandledRejection', reason, promise)) return true;
      return thrown(thrownFor(reason), 'unhandledRejection');
    },
    handled(promise) {
      if (!reported.delete(promise) || listeners.listenerCount('rejectionHandled') === 0) return;
      theWorld().loop.enqueueTick(() => listeners.emit('rejectionHandled', promise));
    },
  };
}

type Method = (this: unknown, ...args: readonly unknown[]) => unknown;

function method(name: keyof EventEmitter, changes: boolean): Method {
  return function (...args) {
    if (changes) noteEffect();
    const target = emitter();
    const result: unknown = Reflect.apply(target[name] as Method, target, args);
    return result === target ? this : result;
  };
}

const CHANGING = [
  'on', 'once', 'off', 'addListener', 'prependListener', 'prependOnceListener', 'removeListener', 'removeAllListeners',
  'setMaxListeners', 'emit',
] as const; // prettier-ignore
const LOOKING = ['listenerCount', 'listeners', 'rawListeners', 'eventNames', 'getMaxListeners'] as const;

/** Methods of `process` that manage listeners. */
export const processListeners: Readonly<Record<string, Method>> = Object.fromEntries([
  ...CHANGING.map((name) => [name, method(name, true)] as const),
  ...LOOKING.map((name) => [name, method(name, false)] as const),
]);
