import type { Site } from '@fencepost/core';
import { lock, unlock } from '@fencepost/core';
import { about, functions } from '../base/define.js';
import { compare } from '../libc/memory.js';
import { shadow } from '../base/places.js';
import type { Steps, ThreadServices } from '../base/services.js';

/** `__ATOMIC_SEQ_CST`. */
const SEQ_CST = 5;

/**
 * Accesses an atomic object that is too large for an instruction under a lock, one per object, as libraries do. The
 * access is always seq_cst, hence stronger than RC11 requires for weaker orders.
 */
function* locked<T>(
  thread: ThreadServices,
  site: Site | undefined,
  address: number,
  order: number,
  steps: () => Steps<T>,
): Steps<T> {
  if (order !== SEQ_CST) thread.remarks.reachLocked(site);
  yield lock(shadow(address), site);
  const result = yield* steps();
  yield unlock(shadow(address), site);
  return result;
}

const generic = functions({
  __atomic_load: (thread, site, bytes, from, to, order) =>
    locked(thread, site, from, order, () => thread.copy(to, from, bytes, site)),
  __atomic_store: (thread, site, bytes, to, from, order) =>
    locked(thread, site, to, order, () => thread.copy(to, from, bytes, site)),
  __atomic_exchange: (thread, site, bytes, place, value, old, order) =>
    locked(thread, site, place, order, function* () {
      yield* thread.copy(old, place, bytes, site);
      yield* thread.copy(place, value, bytes, site);
    }),
  __atomic_compare_exchange: (thread, site, bytes, place, expected, desired, order) =>
    locked(thread, site, place, order, function* () {
      const equal = (yield* compare(thread, site, place, expected, bytes, false)) === 0;
      if (equal) yield* thread.copy(place, desired, bytes, site);
      else yield* thread.copy(expected, place, bytes, site);
      return equal ? 1 : 0;
    }),
  __atomic_is_lock_free: (_thread, _site, bytes) => (bytes <= 8 && (bytes & (bytes - 1)) === 0 ? 1 : 0),
});

// `atomic_load(&shared_ptr)` and similar functions: an object of this class holds the locks of one or two pointers.
// libstdc++ shares 16 mutexes among all pointers, but programs may only rely on one per pointer.
const LOCKER = 'pointer lock ';

function* lockPointers(thread: ThreadServices, site: Site | undefined, self: number, pointers: number[]): Steps<void> {
  const ordered = [...new Set(pointers)].sort((a, b) => a - b);
  for (const pointer of ordered) yield lock(shadow(pointer), site);
  thread.own.set(LOCKER + self.toString(), ordered[0]!);
  thread.own.set(`${LOCKER}${self} second`, ordered[1] ?? 0);
}

function* unlockPointers(thread: ThreadServices, site: Site | undefined, self: number): Steps<void> {
  for (const name of [`${LOCKER}${self} second`, LOCKER + self.toString()]) {
    const pointer = Number(thread.own.get(name) ?? 0);
    if (pointer !== 0) yield unlock(shadow(pointer), site);
    thread.own.delete(name);
  }
}

const pointers = functions({
  _ZNSt10_Sp_lockerC1EPKv: (thread, site, self, pointer) => lockPointers(thread, site, self, [pointer]),
  _ZNSt10_Sp_lockerC1EPKvS1_: (thread, site, self, a, b) => lockPointers(thread, site, self, [a, b]),
  _ZNSt10_Sp_lockerD1Ev: unlockPointers,
});

/** `__atomic_*` for objects that a single instruction cannot access. */
export const lockedAtomics = about([...generic, ...pointers], {
  '__atomic_load __atomic_store': { forgets: [2] },
  '__atomic_exchange __atomic_compare_exchange': { forgets: [2, 3] },
});
