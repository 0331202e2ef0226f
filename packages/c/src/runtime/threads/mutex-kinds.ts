import type { Site } from '@fencepost/core';
import type { Steps, ThreadServices } from '../base/services.js';

// Numbers as in glibc's and musl's headers. An adaptive mutex is treated as a normal one.
export const NORMAL = 0;
export const RECURSIVE = 1;
export const ERRORCHECK = 2;
const ADAPTIVE = 3;

/** Whether this is a kind of mutex. */
export function isKind(kind: number): boolean {
  return kind >= NORMAL && kind <= ADAPTIVE;
}

/** Returns the offset of the kind: the first word of the mutex in musl; after lock, count, owner and users in glibc. */
function kindOffset(thread: ThreadServices): number {
  return thread.pointerSize === 8 ? 16 : 0;
}

function supported(kind: number): number {
  return kind === RECURSIVE || kind === ERRORCHECK ? kind : NORMAL;
}

/**
 * The kind is in the bytes of the mutex, as in the C library: a static initialiser sets it, and so do stores and copies
 * at run time. Unless a thread writes it while others run, which is rare, reading it is not a visible operation.
 */
export function* kindOf(thread: ThreadServices, mutex: number, site: Site | undefined): Steps<number> {
  return supported(yield* thread.lockWord(mutex, kindOffset(thread), site));
}

/** Sets the kind of a mutex. */
export function* setKind(thread: ThreadServices, mutex: number, given: number, site: Site | undefined): Steps<void> {
  const kind = supported(given);
  if ((yield* kindOf(thread, mutex, site)) === kind) return;
  yield* thread.write(mutex + kindOffset(thread), 4, kind, site);
}
