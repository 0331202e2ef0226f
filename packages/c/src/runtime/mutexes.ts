import type { Site } from '@fencepost/core';
import { StructuredWords, lock, transform, tryLock, unlock } from '@fencepost/core';
import { functions, named } from './define.js';
import { EBUSY, EDEADLK, EPERM, ETIMEDOUT } from './errno.js';
import { ERRORCHECK, NORMAL, RECURSIVE, kindOf, setKind } from './mutex-kinds.js';
import { shadow } from './places.js';
import type { Steps, ThreadServices } from './services.js';
import { reachDeadline } from './time.js';

/** A recursive or error-checking mutex: its owner and count. A normal one is the core's. */
interface Held {
  readonly owner: number;
  readonly depth: number;
}
const FREE: Held = { owner: 0, depth: 0 };
const states = new StructuredWords<Held>(FREE);

/** Not the place of a normal mutex, as memory may hold first one and then the other. */
function heldPlace(mutex: number): number {
  return shadow(mutex) + 4;
}

function taken(state: Held, by: number, recursive: boolean): Held {
  if (state.owner === 0) return { owner: by, depth: 1 };
  return state.owner === by && recursive ? { owner: by, depth: state.depth + 1 } : state;
}

function released(state: Held, by: number): Held {
  if (state.owner !== by) return state;
  return state.depth === 1 ? FREE : { owner: by, depth: state.depth - 1 };
}

function* takeHeld(
  thread: ThreadServices,
  site: Site | undefined,
  mutex: number,
  recursive: boolean,
  waits: boolean,
): Steps<number> {
  const me = thread.handle;
  const step = states.step(
    `${waits ? 'lock' : 'try'} a mutex (${recursive ? 'recursive' : 'error-checking'}, by ${me})`,
    (state) => taken(state, me, recursive),
    waits ? ({ owner }) => owner === 0 || owner === me : undefined,
  );
  const { owner } = states.decode(
    yield transform(heldPlace(mutex), { ...step, takesLock: true, failsRelaxed: true }, site),
  );
  if (owner === 0 || (owner === me && recursive)) return 0;
  return waits ? EDEADLK : EBUSY;
}

/** `pthread_mutex_lock`: 0 or an error number. */
export function* acquire(thread: ThreadServices, site: Site | undefined, mutex: number): Steps<number> {
  const kind = yield* kindOf(thread, mutex, site);
  if (kind !== NORMAL) return yield* takeHeld(thread, site, mutex, kind === RECURSIVE, true);
  yield lock(shadow(mutex), site);
  return 0;
}

function* tryAcquire(thread: ThreadServices, site: Site | undefined, mutex: number): Steps<number> {
  const kind = yield* kindOf(thread, mutex, site);
  if (kind !== NORMAL) return yield* takeHeld(thread, site, mutex, kind === RECURSIVE, false);
  return (yield tryLock(shadow(mutex), site)) === 0 ? 0 : EBUSY;
}

/**
 * Locks with a deadline. Waiting and then getting the mutex is the same as arriving later, so this only tries once:
 * failing means that the deadline passed.
 */
function* timedAcquire(thread: ThreadServices, site: Site | undefined, mutex: number, deadline: number): Steps<number> {
  const kind = yield* kindOf(thread, mutex, site);
  if (kind === ERRORCHECK) return yield* timedErrorcheck(thread, site, mutex, deadline);
  if ((yield* tryAcquire(thread, site, mutex)) === 0) return 0;
  yield* reachDeadline(thread, deadline, site);
  return ETIMEDOUT;
}

function* timedErrorcheck(
  thread: ThreadServices,
  site: Site | undefined,
  mutex: number,
  deadline: number,
): Steps<number> {
  const me = thread.handle;
  const step = states.step(`try a mutex (error-checking, by ${me})`, (state) => taken(state, me, false));
  const { owner } = states.decode(
    yield transform(heldPlace(mutex), { ...step, takesLock: true, failsRelaxed: true }, site),
  );
  if (owner === 0) return 0;
  if (owner === me) return EDEADLK;
  yield* reachDeadline(thread, deadline, site);
  return ETIMEDOUT;
}

/** `pthread_mutex_unlock`. A normal mutex that the thread does not hold makes it fail (core). */
export function* release(thread: ThreadServices, site: Site | undefined, mutex: number): Steps<number> {
  const kind = yield* kindOf(thread, mutex, site);
  if (kind !== NORMAL) {
    const me = thread.handle;
    const step = states.step(`unlock a mutex (by ${me})`, (state) => released(state, me));
    return states.decode(yield transform(heldPlace(mutex), step, site)).owner === me ? 0 : EPERM;
  }
  yield unlock(shadow(mutex), site);
  return 0;
}

const inspect = states.step('look at a mutex', (state) => state);

function* destroy(thread: ThreadServices, site: Site | undefined, mutex: number): Steps<number> {
  const kind = yield* kindOf(thread, mutex, site);
  if (kind !== NORMAL) {
    const { owner } = states.decode(yield transform(heldPlace(mutex), inspect, site));
    if (owner !== 0) throw new Error('a locked mutex is destroyed');
    yield* setKind(thread, mutex, NORMAL, site);
  } else {
    if ((yield tryLock(shadow(mutex), site)) !== 0) throw new Error('a locked mutex is destroyed');
    yield unlock(shadow(mutex), site);
  }
  return 0;
}

const posix = functions({
  *pthread_mutex_init(thread, site, mutex, attributes) {
    const kind = attributes === 0 ? NORMAL : yield* thread.read(attributes, 4, site);
    yield* setKind(thread, mutex, kind, site);
    return 0;
  },
  pthread_mutex_destroy: destroy,
  pthread_mutex_lock: acquire,
  pthread_mutex_trylock: tryAcquire,
  pthread_mutex_timedlock: timedAcquire,
  pthread_mutex_clocklock: (thread, site, mutex, _clock, deadline) => timedAcquire(thread, site, mutex, deadline),
  pthread_mutex_unlock: release,
});

function* writeKind(thread: ThreadServices, site: Site | undefined, attributes: number, kind: number): Steps<number> {
  yield* thread.write(attributes, 4, kind, site);
  return 0;
}

const attributes = functions({
  pthread_mutexattr_init: (thread, site, place) => writeKind(thread, site, place, NORMAL),
  pthread_mutexattr_settype: writeKind,
  pthread_mutexattr_setkind_np: writeKind,
  *pthread_mutexattr_gettype(thread, site, place, kind) {
    yield* thread.write(kind, 4, yield* thread.read(place, 4, site), site);
    return 0;
  },
});

const ignored = named(
  [
    'pthread_mutexattr_destroy',
    'pthread_mutexattr_setpshared',
    'pthread_mutexattr_setprotocol',
    'pthread_mutexattr_setprioceiling',
    'pthread_spin_init',
  ],
  () => 0,
);

/** A spin lock is a mutex: spinning while another holds it changes nothing. */
const spin = functions({
  *pthread_spin_lock(_thread, site, place) {
    yield lock(shadow(place), site);
    return 0;
  },
  *pthread_spin_trylock(_thread, site, place) {
    return (yield tryLock(shadow(place), site)) === 0 ? 0 : EBUSY;
  },
  *pthread_spin_unlock(_thread, site, place) {
    yield unlock(shadow(place), site);
    return 0;
  },
  *pthread_spin_destroy(_thread, site, place) {
    if ((yield tryLock(shadow(place), site)) !== 0) throw new Error('a locked spin lock is destroyed');
    yield unlock(shadow(place), site);
    return 0;
  },
});

// C11, with glibc's numbers: thrd_success 0, thrd_busy 1, thrd_error 2, thrd_timedout 4; mtx_recursive is bit 0.
const THRD_BUSY = 1;
const THRD_ERROR = 2;
const THRD_TIMEDOUT = 4;

const c11 = functions({
  *mtx_init(thread, site, mutex, type) {
    yield* setKind(thread, mutex, (type & 1) !== 0 ? RECURSIVE : NORMAL, site);
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
    return (yield* timedAcquire(thread, site, mutex, deadline)) === 0 ? 0 : THRD_TIMEDOUT;
  },
  *mtx_unlock(thread, site, mutex) {
    return (yield* release(thread, site, mutex)) === 0 ? 0 : THRD_ERROR;
  },
});

/** `pthread_mutex_*`, `pthread_spin_*` and `mtx_*`. */
export const mutexes = [...posix, ...attributes, ...ignored, ...spin, ...c11];
