import { refused } from '../world/running/unsupported.js';

const refuse = refused('a platform lock', 'use Atomics.wait and Atomics.notify, or messages');

/** Refused: locks that all threads of a process share (Node 24.5 and later). */
const refusedLocks = { request: refuse, query: refuse };

/** `navigator` of a world, in Node 21 and later: the real one except for its locks. */
export function modelNavigator(real: object): object {
  return new Proxy(real, {
    // Its getters require the real object as receiver.
    get: (target, key): unknown => (key === 'locks' && key in target ? refusedLocks : Reflect.get(target, key, target)),
  });
}
