/** Functions whose first argument is the address of a lock or the like; attributes are none. */
const LOCKING =
  /^(?:pthread_(?:(?:mutex|cond|rwlock|barrier|spin)_|once$)|(?:mtx|cnd|sem)_|call_once$|_ZNSt18condition_variable)/;

/** Functions that also take the mutex that is to be released meanwhile. */
const WAITING = /^(?:pthread_cond|cnd)_(?:timed|clock)?wait$/;

/** Which arguments of a library function are addresses of synchronisation objects: the first so many. */
export function locksOf(name: string): number {
  if (!LOCKING.test(name)) return 0;
  return WAITING.test(name) ? 2 : 1;
}
