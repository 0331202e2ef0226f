import type { LibraryValue, Steps } from './services.js';

/** Functions whose first argument is the address of a lock or similar object; attributes do not count. */
const LOCKING =
  /^(?:pthread_(?:(?:mutex|cond|rwlock|barrier|spin)_|once$)|(?:mtx|cnd|sem)_|call_once$|_ZNSt18condition_variable)/;

/** Functions that also take a mutex, which they release while waiting. */
const WAITING = /^(?:pthread_cond|cnd)_(?:timed|clock)?wait$/;

/** Returns the arguments of a library function that are addresses of synchronisation objects. */
export function locksOf(name: string, args: readonly (number | bigint)[]): readonly number[] {
  if (!LOCKING.test(name)) return [];
  return args.slice(0, WAITING.test(name) ? 2 : 1).map(Number);
}

/** Value that destroying an object leaves in its bytes, if other threads can see it. */
export const DESTROYED = -1;
/** Value that initialising a semaphore leaves in its bytes. Other objects may be initialised statically, by zeros. */
export const INITIALISED = 1;

/** Functions that write to the object and do not use it. */
const WRITING = /(?:_init|_destroy|condition_variable[CD]\dEv)$/;

/** Whether a function writes to an object, uses it, or uses it and requires a mark that it was initialised. */
export type LockUse = 'writes' | 'uses' | 'uses initialised';

/** Returns how the library function of this name accesses the objects that it gets. */
export function useOf(name: string): LockUse {
  if (WRITING.test(name)) return 'writes';
  return name.startsWith('sem_') ? 'uses initialised' : 'uses';
}

/** Calls a library function after other steps. */
export function* after(first: Steps<void>, call: () => LibraryValue | Steps<LibraryValue>): Steps<LibraryValue> {
  yield* first;
  const called = call();
  return typeof called === 'object' ? yield* called : called;
}
