import type { Site } from '@fencepost/core';
import { load, store } from '@fencepost/core';
import { shadow } from '../base/places.js';
import type { Steps, ThreadServices } from '../base/services.js';

// Numbers as in glibc's and musl's headers. An adaptive mutex is treated as a normal one.
export const NORMAL = 0;
export const RECURSIVE = 1;
export const ERRORCHECK = 2;

/** Functions that can change the kind of a mutex at run time. */
const SETTERS = ['pthread_mutexattr_settype', 'pthread_mutexattr_setkind_np', 'mtx_init'];

/** Returns the offset of the kind: the first word of the mutex in musl; after lock, count, owner and users in glibc. */
function kindOffset(thread: ThreadServices): number {
  return thread.pointerSize === 8 ? 16 : 0;
}

/** Returns the place of the kind, separate from the mutex itself and its structured state. */
function kindPlace(mutex: number): number {
  return shadow(mutex) + 8;
}

function supported(kind: number): number {
  return kind === RECURSIVE || kind === ERRORCHECK ? kind : NORMAL;
}

/** Whether kinds may change at run time. Most programs call none of these functions and need not read the kind. */
function mayChange(thread: ThreadServices): boolean {
  return SETTERS.some((name) => thread.uses(name));
}

const KNOWN = 'kind of mutex ';

/**
 * Returns the kind of a mutex. A static initialiser sets it without a visible operation. A kind set at run time is
 * shared, so a thread has to read it once.
 */
export function* kindOf(thread: ThreadServices, mutex: number, site: Site | undefined): Steps<number> {
  const initial = supported(thread.initial(mutex + kindOffset(thread), 4));
  if (initial !== NORMAL || !mayChange(thread)) return initial;
  const name = KNOWN + mutex.toString();
  const known = thread.own.get(name);
  if (known !== undefined) return Number(known);
  const kind = yield load(kindPlace(mutex), 'relaxed', site);
  thread.own.set(name, kind);
  return kind;
}

/** Sets the kind of a mutex, if the program can observe it. */
export function* setKind(thread: ThreadServices, mutex: number, given: number, site: Site | undefined): Steps<void> {
  const kind = supported(given);
  if (!mayChange(thread)) return;
  const before = yield* kindOf(thread, mutex, site);
  if (before === kind) return;
  yield store(kindPlace(mutex), kind, 'relaxed', site);
  thread.own.set(KNOWN + mutex.toString(), kind);
}
