import type { Site } from '@fencepost/core';
import { lock, look, tryLock, unlock, unlockByStore } from '@fencepost/core';
import type { Attribute } from './attributes.js';
import { accessors, getAttribute, isBit, shared, writingAttributes } from './attributes.js';
import { unsupported } from '../../unsupported.js';
import { about, functions } from '../base/define.js';
import { EBUSY, EDEADLK, EINVAL, EPERM, ETIMEDOUT } from '../base/errno.js';
import { tryIfFree } from '../base/looking.js';
import { ERRORCHECK, NORMAL, RECURSIVE, isKind, kindOf, setKind } from './mutex-kinds.js';
import { shadow } from '../base/places.js';
import type { Steps, ThreadServices } from '../base/services.js';
import { isClockOfWaits, isDeadline, reachDeadline } from '../libc/time.js';

/**
 * Key prefix of the number of times that the thread holds a recursive or error-checking mutex. Only the thread itself
 * needs it.
 */
const HELD = 'holds mutex ';

function heldBy(thread: ThreadServices, mutex: number): number {
  return Number(thread.own.get(HELD + mutex.toString()) ?? 0);
}

function hold(thread: ThreadServices, mutex: number, times: number): void {
  if (times === 0) thread.own.delete(HELD + mutex.toString());
  else thread.own.set(HELD + mutex.toString(), times);
}

type Attempt = (place: number, site: Site | undefined) => Steps<boolean>;

function* waiting(place: number, site: Site | undefined): Steps<boolean> {
  yield lock(place, site);
  return true;
}

/** Tries once, and drains the store buffer. This is all that remains of waiting with a deadline. */
function* once(place: number, site: Site | undefined): Steps<boolean> {
  return (yield tryLock(place, site)) === 0;
}

/**
 * Takes a mutex. Returns 0 or an error number. `again`: error for an error-checking mutex which the thread already
 * holds.
 */
function* take(
  thread: ThreadServices,
  site: Site | undefined,
  mutex: number,
  attempt: Attempt,
  again: number,
): Steps<number> {
  const kind = yield* kindOf(thread, mutex, site);
  const held = kind === NORMAL ? 0 : heldBy(thread, mutex);
  if (held > 0 && kind === ERRORCHECK) return again;
  if (held === 0 && !(yield* attempt(shadow(mutex), site))) return EBUSY;
  if (kind !== NORMAL) hold(thread, mutex, held + 1);
  return 0;
}

/** `pthread_mutex_lock`. Returns 0 or an error number. */
export function acquire(thread: ThreadServices, site: Site | undefined, mutex: number): Steps<number> {
  return take(thread, site, mutex, waiting, EDEADLK);
}

function tryAcquire(thread: ThreadServices, site: Site | undefined, mutex: number): Steps<number> {
  return take(thread, site, mutex, tryIfFree, EBUSY);
}

/**
 * Locks with a deadline. Waiting and then getting the mutex is the same as arriving later, so it tries only once. A
 * failure means that the deadline has passed.
 */
function* timedAcquire(thread: ThreadServices, site: Site | undefined, mutex: number, deadline: number): Steps<number> {
  const error = yield* take(thread, site, mutex, once, EDEADLK);
  if (error !== EBUSY) return error;
  if (!(yield* isDeadline(thread, deadline, site))) return EINVAL;
  yield* reachDeadline(thread, deadline, site);
  return ETIMEDOUT;
}

/** `pthread_mutex_unlock`. Unlocking a normal mutex that the thread does not hold is a failure, which core reports. */
export function* release(thread: ThreadServices, site: Site | undefined, mutex: number): Steps<number> {
  const kind = yield* kindOf(thread, mutex, site);
  if (kind !== NORMAL) {
    const held = heldBy(thread, mutex);
    if (held === 0) return EPERM;
    hold(thread, mutex, held - 1);
    if (held > 1) return 0;
  }
  yield unlock(shadow(mutex), site);
  return 0;
}

function* initialise(thread: ThreadServices, site: Site | undefined, mutex: number, kind: number): Steps<void> {
  yield* makeFree(mutex, site);
  hold(thread, mutex, 0);
  yield* thread.initialise(mutex, site);
  yield* setKind(thread, mutex, kind, site);
}

/** Initialising a mutex that some thread holds makes it free, as in glibc. */
function* makeFree(mutex: number, site: Site | undefined): Steps<void> {
  if ((yield look(shadow(mutex), undefined, 'relaxed', site)) !== 0) yield unlockByStore(shadow(mutex), site);
}

function* destroy(thread: ThreadServices, site: Site | undefined, mutex: number): Steps<number> {
  if ((yield look(shadow(mutex), undefined, 'relaxed', site)) !== 0) throw new Error('a locked mutex is destroyed');
  yield* thread.retire(mutex, site);
  return 0;
}

// All attributes share one word, each in its own bits, as in glibc.
const TYPE: Attribute = { name: 'type', bits: 12, isValid: isKind };
const ROBUST: Attribute = {
  name: 'robust',
  shift: 30,
  bits: 1,
  isValid: (value, site) => {
    if (value === 1)
      throw unsupported('robust mutexes are not supported', site, 'PTHREAD_MUTEX_STALLED is the default');
    return isBit(value);
  },
};
const PREFIX = 'pthread_mutexattr_';
const PRIORITIES = { least: 1, most: 99 };

/** Only the kind has an effect: the search is the scheduler, and there is one process. */
const attributes = [
  ...writingAttributes(['pthread_mutexattr_init', 'pthread_mutexattr_destroy']),
  ...accessors(PREFIX, TYPE),
  ...accessors(PREFIX, { ...TYPE, name: 'kind' }, '_np'),
  ...accessors(PREFIX, { name: 'protocol', shift: 28, bits: 2, isValid: (value) => value >= 0 && value <= 2 }),
  ...accessors(PREFIX, {
    name: 'prioceiling',
    shift: 12,
    bits: 12,
    isValid: (value) => value >= PRIORITIES.least && value <= PRIORITIES.most,
    initial: PRIORITIES.least,
  }),
  ...['', '_np'].flatMap((suffix) => accessors(PREFIX, ROBUST, suffix)),
  ...accessors(PREFIX, shared(31)),
];

const posix = functions({
  *pthread_mutex_init(thread, site, mutex, given) {
    const kind = given === 0 ? NORMAL : yield* getAttribute(thread, given, TYPE, site);
    yield* initialise(thread, site, mutex, kind);
    return 0;
  },
  pthread_mutex_destroy: destroy,
  pthread_mutex_lock: acquire,
  pthread_mutex_trylock: tryAcquire,
  pthread_mutex_timedlock: timedAcquire,
  pthread_mutex_clocklock: (thread, site, mutex, clock, deadline) =>
    isClockOfWaits(clock) ? timedAcquire(thread, site, mutex, deadline) : EINVAL,
  pthread_mutex_unlock: release,
});

/** The thread holds a spin lock. */
const SPIN = 'holds spin lock ';

/** A spin lock is a mutex: spinning while another thread holds it changes nothing. It is released by a store. */
const spin = functions({
  *pthread_spin_lock(thread, site, place) {
    yield lock(shadow(place), site);
    thread.own.set(SPIN + place.toString(), 1);
    return 0;
  },
  *pthread_spin_trylock(thread, site, place) {
    if ((yield tryLock(shadow(place), site)) !== 0) return EBUSY;
    thread.own.set(SPIN + place.toString(), 1);
    return 0;
  },
  *pthread_spin_unlock(thread, site, place) {
    if (!thread.own.delete(SPIN + place.toString())) {
      throw new Error('a spin lock is unlocked by a thread that does not hold it');
    }
    yield unlockByStore(shadow(place), site);
    return 0;
  },
  *pthread_spin_init(thread, site, place) {
    yield* makeFree(place, site);
    thread.own.delete(SPIN + place.toString());
    yield* thread.initialise(place, site);
    return 0;
  },
  *pthread_spin_destroy(thread, site, place) {
    if ((yield look(shadow(place), undefined, 'relaxed', site)) !== 0)
      throw new Error('a locked spin lock is destroyed');
    yield* thread.retire(place, site);
    return 0;
  },
});

// C11 functions, with glibc's numbers: thrd_success 0, thrd_busy 1, thrd_error 2, thrd_timedout 4; mtx_recursive is bit
// 0.
const THRD_BUSY = 1;
const THRD_ERROR = 2;
const THRD_TIMEDOUT = 4;

const c11 = functions({
  *mtx_init(thread, site, mutex, type) {
    yield* initialise(thread, site, mutex, (type & 1) !== 0 ? RECURSIVE : NORMAL);
    return 0;
  },
  *mtx_destroy(thread, site, mutex) {
    yield* destroy(thread, site, mutex);
  },
  *mtx_lock(thread, site, mutex) {
    return (yield* acquire(thread, site, mutex)) === 0 ? 0 : THRD_ERROR;
  },
  *mtx_trylock(thread, site, mutex) {
    return (yield* tryAcquire(thread, site, mutex)) === 0 ? 0 : THRD_BUSY;
  },
  *mtx_timedlock(thread, site, mutex, deadline) {
    const error = yield* timedAcquire(thread, site, mutex, deadline);
    if (error === 0) return 0;
    return error === ETIMEDOUT ? THRD_TIMEDOUT : THRD_ERROR;
  },
  *mtx_unlock(thread, site, mutex) {
    return (yield* release(thread, site, mutex)) === 0 ? 0 : THRD_ERROR;
  },
});

/** `pthread_mutex_*`, `pthread_spin_*` and `mtx_*`. */
export const mutexes = about([...posix, ...attributes, ...spin, ...c11], {
  'pthread_mutexattr_init pthread_mutexattr_destroy pthread_mutexattr_settype pthread_mutexattr_gettype pthread_mutexattr_setpshared pthread_mutexattr_setprotocol pthread_mutexattr_setprioceiling pthread_mutexattr_getpshared pthread_mutexattr_getprotocol pthread_mutexattr_getprioceiling pthread_mutexattr_getrobust pthread_mutexattr_setrobust':
    { forgets: 'all' },
  'pthread_mutex_init pthread_mutex_timedlock mtx_timedlock': { forgets: [1] },
});
