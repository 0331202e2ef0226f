import type { Site } from '@fencepost/core';
import { InternedStates, formatSite, transform } from '@fencepost/core';
import { accessors, readAttributes, shared, writingAttributes } from './attributes.js';
import { about, functions } from '../base/define.js';
import { EINVAL, ETIMEDOUT } from '../base/errno.js';
import { unlessIdle } from '../base/looking.js';
import { acquire, release } from './mutexes.js';
import { shadow } from '../base/places.js';
import type { Steps, ThreadServices } from '../base/services.js';
import { isClockOfWaits, isDeadline, reachDeadline } from '../libc/time.js';
import { NOBODY, arrive, broadcast, go, mayGo, signal } from '../base/waiting.js';
import type { Waiting } from '../base/waiting.js';

/** The threads that wait, and the mutex of those that came last. */
interface Condition extends Waiting {
  readonly mutex: number;
}

const states = new InternedStates<Condition>({ ...NOBODY, mutex: 0 });
const of =
  (change: (state: Waiting) => Waiting) =>
  (state: Condition): Condition => {
    const changed = change(state);
    if (changed === state) return state;
    return { ...changed, mutex: changed.waiters.length === 0 ? 0 : state.mutex };
  };
const signalOne = states.step('signal', of(signal));
const signalAll = states.step('broadcast', of(broadcast));
/**
 * Waits for woken threads that are still leaving, which POSIX allows. A thread that has not been woken would wait
 * forever; in that case the step proceeds.
 */
const vanish = states.step(
  'wait until a condition variable is left',
  (state) => state,
  ({ waiters, permits }) => waiters.length === 0 || waiters.length > permits.length,
);

/**
 * Starts to wait. POSIX releases the mutex and blocks in one step. Here the thread arrives first: while it holds the
 * mutex, other threads can do nothing that they could not do right after the unlock.
 */
function* block(thread: ThreadServices, site: Site | undefined, condition: number, mutex: number): Steps<number> {
  const me = thread.handle;
  const enter = states.step(`start to wait for a signal (${me}, ${mutex})`, (state) => ({
    ...arrive(state, me),
    mutex,
  }));
  const found = states.decode(yield transform(shadow(condition), enter, site));
  if (found.waiters.length > found.permits.length && found.mutex !== mutex)
    throw new Error('threads wait for a condition variable with different mutexes at the same time');
  return yield* release(thread, site, mutex);
}

/** `pthread_cond_wait`. Returns 0, or the error number of a mutex that the thread does not hold. */
export function* wait(thread: ThreadServices, site: Site | undefined, condition: number, mutex: number): Steps<number> {
  const me = thread.handle;
  if (thread.bounds.endlessSpurious === true) {
    const wrong = yield* release(thread, site, mutex);
    return wrong === 0 ? yield* acquire(thread, site, mutex) : wrong;
  }
  const error = yield* block(thread, site, condition, mutex);
  if (error !== 0) return error;
  const leave = (yield* wakesSpuriously(thread, site))
    ? states.step(
        `wake up without a signal (${me})`,
        of((state) => go(state, me)),
      )
    : states.step(
        `wait for a signal (${me})`,
        of((state) => go(state, me)),
        (state) => mayGo(state, me),
      );
  yield transform(shadow(condition), leave, site);
  return yield* acquire(thread, site, mutex);
}

/**
 * Chooses whether to wake up spuriously, at most once for each line of a thread. Otherwise a loop around the wait could
 * go on forever without any change.
 */
function* wakesSpuriously(thread: ThreadServices, site: Site | undefined): Steps<boolean> {
  const line = `spurious wake-up at ${site === undefined ? '?' : formatSite(site)}`;
  if (thread.bounds.spurious !== true || thread.own.has(line)) return false;
  const wakes = (yield* thread.chooseBit(site)) === 1;
  if (wakes) thread.own.set(line, 1);
  return wakes;
}

/**
 * `pthread_cond_timedwait`. The timeout may expire at any moment, so the thread does not wait. If it finds a permit it
 * was woken, otherwise it timed out; the search tries both.
 */
function* timedWait(
  thread: ThreadServices,
  site: Site | undefined,
  condition: number,
  mutex: number,
  deadline: number,
): Steps<number> {
  if (!(yield* isDeadline(thread, deadline, site))) return EINVAL;
  const me = thread.handle;
  const error = yield* block(thread, site, condition, mutex);
  if (error !== 0) return error;
  const leave = states.step(
    `stop waiting for a signal (${me})`,
    of((state) => go(state, me)),
  );
  const woken = mayGo(states.decode(yield transform(shadow(condition), leave, site)), me);
  const lost = yield* acquire(thread, site, mutex);
  if (lost !== 0 || woken) return lost;
  yield* reachDeadline(thread, deadline, site);
  return ETIMEDOUT;
}

/** Whether no thread waits. A thread that has been woken but has not left yet still counts as waiting, as in glibc. */
const isLeft = (state: number): boolean => states.decode(state).waiters.length === 0;

/** Wakes one or all of the threads that wait for a condition variable. */
export function* notify(site: Site | undefined, condition: number, all: boolean): Steps<number> {
  yield* unlessIdle(shadow(condition), all ? signalAll : signalOne, isLeft, 'relaxed', site);
  return 0;
}

/** Initialises a condition variable. */
export function* makeCondition(
  thread: ThreadServices,
  site: Site | undefined,
  condition: number,
  given = 0,
): Steps<number> {
  yield* readAttributes(thread, given, site);
  yield* thread.initialise(condition, site);
  return 0;
}

/** Destroys a condition variable; no thread may wait for it. */
export function* destroyCondition(thread: ThreadServices, site: Site | undefined, condition: number): Steps<number> {
  const { waiters } = states.decode(yield transform(shadow(condition), vanish, site));
  if (waiters.length > 0) throw new Error('a condition variable is destroyed while a thread waits for it');
  yield* thread.retire(condition, site);
  return 0;
}

const posix = functions({
  pthread_cond_wait: wait,
  pthread_cond_timedwait: timedWait,
  pthread_cond_clockwait: (thread, site, condition, mutex, clock, deadline) =>
    isClockOfWaits(clock) ? timedWait(thread, site, condition, mutex, deadline) : EINVAL,
  pthread_cond_signal: (_thread, site, condition) => notify(site, condition, false),
  pthread_cond_broadcast: (_thread, site, condition) => notify(site, condition, true),
  pthread_cond_init: makeCondition,
  pthread_cond_destroy: destroyCondition,
});

/** There is only one process and one clock. */
const PREFIX = 'pthread_condattr_';
const attributes = [
  ...writingAttributes(['pthread_condattr_init', 'pthread_condattr_destroy']),
  ...accessors(PREFIX, shared(0)),
  ...accessors(PREFIX, { name: 'clock', shift: 1, bits: 1, isValid: isClockOfWaits }),
];

// C11 functions, with glibc's numbers.
const THRD_ERROR = 2;
const THRD_TIMEDOUT = 4;

const c11 = functions({
  *cnd_wait(thread, site, condition, mutex) {
    return (yield* wait(thread, site, condition, mutex)) === 0 ? 0 : THRD_ERROR;
  },
  *cnd_timedwait(thread, site, condition, mutex, deadline) {
    const error = yield* timedWait(thread, site, condition, mutex, deadline);
    if (error === 0) return 0;
    return error === ETIMEDOUT ? THRD_TIMEDOUT : THRD_ERROR;
  },
  cnd_signal: (_thread, site, condition) => notify(site, condition, false),
  cnd_broadcast: (_thread, site, condition) => notify(site, condition, true),
  cnd_init: (thread, site, condition) => makeCondition(thread, site, condition),
  *cnd_destroy(thread, site, condition) {
    yield* destroyCondition(thread, site, condition);
  },
});

/** `pthread_cond_*` and `cnd_*`. */
export const conditions = about([...posix, ...attributes, ...c11], {
  'pthread_condattr_getclock pthread_condattr_init pthread_condattr_destroy pthread_condattr_setclock pthread_condattr_setpshared':
    { forgets: 'all' },
  pthread_cond_init: { forgets: [1] },
  'pthread_cond_timedwait cnd_timedwait': { forgets: [2] },
});
