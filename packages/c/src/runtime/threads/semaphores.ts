import type { Site, Transition } from '@fencepost/core';
import { look, put, transform } from '@fencepost/core';
import { about, functions } from '../base/define.js';
import { INITIALISED } from '../base/locking.js';
import { unlessIdle } from '../base/looking.js';
import { EAGAIN, EINVAL, EOVERFLOW, ETIMEDOUT, setErrno } from '../base/errno.js';
import { shadow } from '../base/places.js';
import type { Steps, ThreadServices } from '../base/services.js';
import { isClockOfWaits, isDeadline, reachDeadline } from '../libc/time.js';

// The state of a semaphore is its value.
const decrease = (old: number): number => (old > 0 ? old - 1 : old);
const wait: Transition = {
  key: 'wait for a semaphore',
  ready: (old) => old > 0,
  apply: decrease,
  takesLock: true,
};
const attempt: Transition = { key: 'try a semaphore', apply: decrease, takesLock: true, failsRelaxed: true };
const MOST = 0x7fff_ffff;
const post: Transition = { key: 'post a semaphore', apply: (old) => (old < MOST ? old + 1 : old) };
const inspect: Transition = { key: 'look at a semaphore', apply: (old) => old };
const isZero = (value: number): boolean => value === 0;

function* fail(thread: ThreadServices, error: number, site: Site | undefined): Steps<number> {
  yield* setErrno(thread, error, site);
  return -1;
}

/** Waits with a deadline: a single attempt, at any moment. */
function* timedWait(thread: ThreadServices, site: Site | undefined, place: number, deadline: number): Steps<number> {
  // Like glibc, it checks the deadline before the semaphore.
  if (!(yield* isDeadline(thread, deadline, site))) return yield* fail(thread, EINVAL, site);
  if ((yield transform(shadow(place), attempt, site)) > 0) return 0;
  yield* reachDeadline(thread, deadline, site);
  return yield* fail(thread, ETIMEDOUT, site);
}

/** `sem_*`. */
const defined = functions({
  *sem_init(thread, site, place, _shared, value) {
    if (value < 0) return yield* fail(thread, EINVAL, site);
    const set: Transition = { key: `set a semaphore to ${value}`, apply: () => value };
    yield* thread.initialise(place, site, INITIALISED);
    yield put(shadow(place), set, value, 'plain', site);
    return 0;
  },
  *sem_destroy(thread, site, place) {
    yield* thread.retire(place, site);
    return 0;
  },
  *sem_wait(_thread, site, place) {
    yield transform(shadow(place), wait, site);
    return 0;
  },
  *sem_trywait(thread, site, place) {
    if ((yield* unlessIdle(shadow(place), attempt, isZero, 'relaxed', site)) > 0) return 0;
    return yield* fail(thread, EAGAIN, site);
  },
  sem_timedwait: timedWait,
  sem_clockwait: (thread, site, place, clock, deadline) =>
    isClockOfWaits(clock) ? timedWait(thread, site, place, deadline) : fail(thread, EINVAL, site),
  *sem_post(thread, site, place) {
    if ((yield transform(shadow(place), post, site)) < MOST) return 0;
    return yield* fail(thread, EOVERFLOW, site);
  },
  *sem_getvalue(thread, site, place, result) {
    yield* thread.write(result, 4, yield look(shadow(place), inspect, 'relaxed', site), site);
    return 0;
  },
});

export const semaphores = about(defined, {
  'sem_getvalue sem_timedwait': { forgets: [1] },
});
