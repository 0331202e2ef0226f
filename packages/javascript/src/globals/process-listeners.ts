import { EventEmitter } from '#host/emitter';
import { theWorld } from '../world/current.js';
import { noteEffect } from '../world/effects.js';

const EMITTER = Symbol('listeners of process');

/** What listens to the `process` of this world. Only the program itself emits events. */
function emitter(): EventEmitter {
  return theWorld().slot(EMITTER, () => new EventEmitter().setMaxListeners(0));
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

/** The methods of `process` about listeners. */
export const processListeners: Readonly<Record<string, Method>> = Object.fromEntries([
  ...CHANGING.map((name) => [name, method(name, true)] as const),
  ...LOOKING.map((name) => [name, method(name, false)] as const),
]);
