import type { Site } from '@fencepost/core';
import { load, store } from '@fencepost/core';
import { shadow } from './places.js';
import type { Steps, ThreadServices } from './services.js';

// As in glibc's and musl's headers. An adaptive mutex is a normal one.
export const NORMAL = 0;
export const RECURSIVE = 1;
export const ERRORCHECK = 2;

/** What can give a mutex another kind than the normal one while the program runs. */
const SETTERS = ['pthread_mutexattr_settype', 'pthread_mutexattr_setkind_np', 'mtx_init'];

/** The kind is the first word of the thread's mutex in musl; in glibc it comes after lock, count, owner and users. */
function kindOffset(thread: ThreadServices): number {
  return thread.pointerSize === 8 ? 16 : 0;
}

/** Apart from the place of the mutex itself and of its structured state. */
function kindPlace(mutex: number): number {
  return shadow(mutex) + 8;
}

function supported(kind: number): number {
  return kind === RECURSIVE || kind === ERRORCHECK ? kind : NORMAL;
}

/** Most programs call none of these, and are spared the look at the kind. */
function mayChange(thread: ThreadServices): boolean {
  return SETTERS.some((name) => thread.uses(name));
}

const KNOWN = 'kind of mutex ';

/**
 * A static initialiser says the kind without a visible operation; a kind given at run time is shared, so a thread has
 * to look at it once.
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

/** Gives a mutex a kind, where the program can tell. */
export function* setKind(thread: ThreadServices, mutex: number, given: number, site: Site | undefined): Steps<void> {
  const kind = supported(given);
  if (!mayChange(thread)) return;
  const before = yield* kindOf(thread, mutex, site);
  if (before === kind) return;
  yield store(kindPlace(mutex), kind, 'relaxed', site);
  thread.own.set(KNOWN + mutex.toString(), kind);
}
