import type { Site } from '@fencepost/core';
import { InternedStates, look, transform } from '@fencepost/core';
import type { Attribute } from './attributes.js';
import { accessors, getAttribute, shared, writingAttributes } from './attributes.js';
import { about, functions } from '../base/define.js';
import { EBUSY, EDEADLK, EINVAL, ETIMEDOUT } from '../base/errno.js';
import { unlessIdle } from '../base/looking.js';
import { shadow } from '../base/places.js';
import type { Steps, ThreadServices } from '../base/services.js';
import { isClockOfWaits, isDeadline, reachDeadline } from '../libc/time.js';

interface ReadWriteLock {
  readonly writer: number;
  /** Handles of the readers, ascending. A thread may hold several read locks. */
  readonly readers: readonly number[];
  /** Number of writers that wait for readers, if the lock prefers writers. */
  readonly waiting: number;
}
const FREE: ReadWriteLock = { writer: 0, readers: [], waiting: 0 };
const states = new InternedStates<ReadWriteLock>(FREE);

const canRead = ({ writer }: ReadWriteLock): boolean => writer === 0;
const canReadFirst = ({ writer, readers, waiting }: ReadWriteLock): boolean =>
  writer === 0 && (waiting === 0 || readers.length === 0);
const canWrite = ({ writer, readers }: ReadWriteLock): boolean => writer === 0 && readers.length === 0;

/** The only kind of lock in glibc's headers that lets waiting writers go before readers. */
const PREFERS_WRITERS = 2;
const KIND: Attribute = { name: 'kind', bits: 2, isValid: (value) => value >= 0 && value <= PREFERS_WRITERS };

/** Offset of the kind in glibc's lock; musl has none. */
const KIND_OFFSET = 48;

/** Whether waiting writers come before readers. */
function* prefersWriters(thread: ThreadServices, place: number, site: Site | undefined): Steps<boolean> {
  if (thread.pointerSize !== 8) return false;
  return (yield* thread.lockWord(place, KIND_OFFSET, site)) === PREFERS_WRITERS;
}

/** Sets the kind, if that has an effect. */
function* setKind(thread: ThreadServices, place: number, kind: number, site: Site | undefined): Steps<void> {
  const prefers = kind === PREFERS_WRITERS && thread.pointerSize === 8;
  if ((yield* prefersWriters(thread, place, site)) === prefers) return;
  yield* thread.write(place + KIND_OFFSET, 4, kind, site);
}

/** The thread holds the lock for writing. */
const WRITER = 'writes under ';

type Attempt = 'waits' | 'tries' | 'tries once';

/**
 * Waiting writers do not block readers: the search chooses which thread goes first. Only if the lock prefers writers, those that
 * found readers let no more of them in.
 */
function* take(
  thread: ThreadServices,
  site: Site | undefined,
  place: number,
  writes: boolean,
  how: Attempt,
): Steps<number> {
  const me = thread.handle;
  const isWriter = WRITER + place.toString();
  if (how === 'waits' && thread.own.has(isWriter)) return EDEADLK;
  const prefers = yield* prefersWriters(thread, place, site);
  if (prefers && writes && how === 'waits') return yield* waitAsWriter(thread, site, place);
  const free = writes ? canWrite : prefers ? canReadFirst : canRead;
  const step = {
    ...states.step(
      `${how === 'waits' ? 'lock' : 'try'} a read-write lock for ${writes ? 'writing' : 'reading'}${prefers ? ' after writers' : ''} (by ${me})`,
      (state) => {
        if (!free(state)) return state;
        return writes ? { ...state, writer: me } : { ...state, readers: [...state.readers, me].sort((a, b) => a - b) };
      },
      how === 'waits' ? free : undefined,
    ),
    takesLock: true,
    failsRelaxed: true,
  };
  const isTaken = (state: number): boolean => !free(states.decode(state));
  const old =
    how === 'tries'
      ? yield* unlessIdle(shadow(place), step, isTaken, 'relaxed', site)
      : yield transform(shadow(place), step, site);
  if (isTaken(old)) return EBUSY;
  if (writes) thread.own.set(isWriter, 1);
  return 0;
}

/** A writer of a lock that prefers writers: from its first step on, it keeps readers from a lock that others read. */
function* waitAsWriter(thread: ThreadServices, site: Site | undefined, place: number): Steps<number> {
  const me = thread.handle;
  const arrive = {
    ...states.step(`queue for writing (by ${me})`, (state) =>
      canWrite(state) ? { ...state, writer: me } : { ...state, waiting: state.waiting + 1 },
    ),
    takesLock: true,
  };
  if (!canWrite(states.decode(yield transform(shadow(place), arrive, site)))) {
    const enter = {
      ...states.step(
        `wait to write (by ${me})`,
        (state) => ({ ...state, writer: me, waiting: state.waiting - 1 }),
        canWrite,
      ),
      takesLock: true,
    };
    yield transform(shadow(place), enter, site);
  }
  thread.own.set(WRITER + place.toString(), 1);
  return 0;
}

/** Like a mutex with a deadline: a single attempt, at any moment. */
function* timedTake(
  thread: ThreadServices,
  site: Site | undefined,
  place: number,
  writes: boolean,
  deadline: number,
): Steps<number> {
  // Like glibc, it checks the deadline before the lock.
  if (!(yield* isDeadline(thread, deadline, site))) return EINVAL;
  if ((yield* take(thread, site, place, writes, 'tries once')) === 0) return 0;
  yield* reachDeadline(thread, deadline, site);
  return ETIMEDOUT;
}

function released(state: ReadWriteLock, by: number): ReadWriteLock {
  if (state.writer === by) return { ...state, writer: 0 };
  const position = state.readers.indexOf(by);
  return position < 0 ? state : { ...state, readers: state.readers.filter((_, i) => i !== position) };
}

function* release(thread: ThreadServices, site: Site | undefined, place: number): Steps<number> {
  const me = thread.handle;
  thread.own.delete(WRITER + place.toString());
  const step = states.step(`unlock a read-write lock (by ${me})`, (state) => released(state, me));
  const old = states.decode(yield transform(shadow(place), step, site));
  if (released(old, me) === old) throw new Error('a read-write lock is unlocked by a thread that does not hold it');
  return 0;
}

const inspect = states.step('look at a read-write lock', (state) => state);

function* destroy(thread: ThreadServices, site: Site | undefined, place: number): Steps<number> {
  const state = states.decode(yield look(shadow(place), inspect, 'relaxed', site));
  if (!canWrite(state)) throw new Error('a locked read-write lock is destroyed');
  yield* thread.retire(place, site);
  return 0;
}

const clear = states.step('initialise a read-write lock', () => FREE);

/** Initialising a lock that some thread holds makes it free, as in glibc. */
function* makeFree(thread: ThreadServices, site: Site | undefined, place: number): Steps<void> {
  thread.own.delete(WRITER + place.toString());
  if (!canWrite(states.decode(yield look(shadow(place), inspect, 'relaxed', site))))
    yield transform(shadow(place), clear, site);
}

const PREFIX = 'pthread_rwlockattr_';
const attributes = [
  ...writingAttributes(['pthread_rwlockattr_init', 'pthread_rwlockattr_destroy']),
  ...accessors(PREFIX, KIND, '_np'),
  ...accessors(PREFIX, shared(2)),
];

/** `pthread_rwlock_*`, which `std::shared_mutex` also uses. */
const defined = [
  ...attributes,
  ...functions({
    *pthread_rwlock_init(thread, site, place, given) {
      const kind = given === 0 ? 0 : yield* getAttribute(thread, given, KIND, site);
      yield* makeFree(thread, site, place);
      yield* thread.initialise(place, site);
      yield* setKind(thread, place, kind, site);
      return 0;
    },
    pthread_rwlock_rdlock: (thread, site, place) => take(thread, site, place, false, 'waits'),
    pthread_rwlock_wrlock: (thread, site, place) => take(thread, site, place, true, 'waits'),
    pthread_rwlock_tryrdlock: (thread, site, place) => take(thread, site, place, false, 'tries'),
    pthread_rwlock_trywrlock: (thread, site, place) => take(thread, site, place, true, 'tries'),
    pthread_rwlock_timedrdlock: (thread, site, place, time) => timedTake(thread, site, place, false, time),
    pthread_rwlock_timedwrlock: (thread, site, place, time) => timedTake(thread, site, place, true, time),
    pthread_rwlock_clockrdlock: (thread, site, place, clock, time) =>
      isClockOfWaits(clock) ? timedTake(thread, site, place, false, time) : EINVAL,
    pthread_rwlock_clockwrlock: (thread, site, place, clock, time) =>
      isClockOfWaits(clock) ? timedTake(thread, site, place, true, time) : EINVAL,
    pthread_rwlock_unlock: release,
    pthread_rwlock_destroy: destroy,
  }),
];

export const rwlocks = about(defined, {
  'pthread_rwlockattr_setkind_np pthread_rwlockattr_getkind_np pthread_rwlockattr_init pthread_rwlockattr_destroy pthread_rwlockattr_setpshared':
    { forgets: 'all' },
  pthread_rwlock_init: { forgets: [1] },
});
