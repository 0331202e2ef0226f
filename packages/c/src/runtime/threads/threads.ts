import { learnTime } from '../libc/time.js';
import type { Site, Transition } from '@fencepost/core';
import { RestartSearch, childHandle, isChildOf, join, transform } from '@fencepost/core';
import { writingAttributes } from './attributes.js';
import { exact, functions, named, word } from '../base/define.js';
import { EINVAL, ENOSYS } from '../base/errno.js';
import { threadPlace } from '../base/places.js';
import type { LibraryFunction, Steps, ThreadServices, ThreadStart } from '../base/services.js';

// States of a thread, which can be joined once.
const JOINABLE = 0;
const JOINED = 1;
const DETACHED = 2;
/** `PTHREAD_CREATE_DETACHED` of the host's headers. */
const CREATE_DETACHED = 1;
const claim: Transition = { key: 'claim a thread to join', apply: (old) => (old === JOINABLE ? JOINED : old) };
const detach: Transition = { key: 'detach a thread', apply: (old) => (old === JOINABLE ? DETACHED : old) };

/** Key prefix for the states of the threads that a thread started. */
const OWN = 'thread ';

/**
 * Returns how many of the `spawned` threads that this thread started are detached. Threads that are detached by other
 * threads, or by themselves, count even before that happens.
 */
export function detachedOf(thread: ThreadServices, spawned: number): number {
  const { detachedByOthers } = thread.context;
  let count = 0;
  for (let i = 1; i <= spawned; i++) {
    const handle = childHandle(thread.handle, i);
    const state = thread.own.get(OWN + String(handle)) ?? JOINABLE;
    if (state === DETACHED || (state === JOINABLE && detachedByOthers.has(handle))) count++;
  }
  return count;
}

/** Defines a function that starts a thread. The function to start and its argument follow `before` other arguments. */
function starting(kind: ThreadStart, before: number): LibraryFunction {
  return function* (thread, site, ...args) {
    const [fn = 0, argument = 0] = args.slice(before);
    const attributes = before === 2 ? Number(args[1]) : 0;
    const isDetached = attributes !== 0 && (yield* thread.read(attributes, 4, site)) === CREATE_DETACHED;
    const handle = yield* thread.spawn(kind, Number(fn), BigInt(argument), site);
    if (isDetached) yield* detachThread(thread, site, handle, 'pthread_detach');
    yield* thread.writePointer(Number(args[0]), handle, site);
    return 0;
  };
}

function checkHandle(handle: number, what: string): void {
  if (handle <= 0 || (handle | 0) !== handle) throw new Error(`${what}: ${handle} is not a thread`);
}

/** Waits for the end of a thread. Behaviour that the standard leaves undefined is reported as a crash. */
export function* joinThread(thread: ThreadServices, site: Site | undefined, handle: number, what: string): Steps<void> {
  checkHandle(handle, what);
  if (handle === thread.handle) throw new Error(`${what}: a thread joins itself`);
  const state = yield* change(thread, handle, claim, site);
  if (state === JOINED) throw new Error(`${what}: the thread has been joined already`);
  if (state === DETACHED) throw new Error(`${what}: the thread is detached`);
  yield join(handle, site);
  yield* learnTime(thread, handle, site);
}

/**
 * Changes the state of a thread. Most threads are joined by the thread that started them, and steps that concern one
 * thread alone need not be visible. Only if the program detaches threads can others, or the thread itself, do so.
 */
function* change(thread: ThreadServices, handle: number, step: Transition, site: Site | undefined): Steps<number> {
  const isOwn = isChildOf(handle, thread.handle);
  const key = OWN + String(handle);
  const isVisible = !isOwn || step === detach || thread.uses('pthread_detach') || thread.uses('thrd_detach');
  const state = isVisible ? yield transform(threadPlace(handle), step, site) : Number(thread.own.get(key) ?? JOINABLE);
  if (isOwn) thread.own.set(key, step.apply(state));
  return state;
}

/** Makes the thread unjoinable. `what`: the called function. */
export function* detachThread(
  thread: ThreadServices,
  site: Site | undefined,
  handle: number,
  what: string,
): Steps<void> {
  checkHandle(handle, what);
  const { detachedByOthers } = thread.context;
  if (!isChildOf(handle, thread.handle) && !detachedByOthers.has(handle)) {
    detachedByOthers.add(handle);
    throw new RestartSearch('a thread is detached by another than the one that started it');
  }
  const state = yield* change(thread, handle, detach, site);
  if (state === JOINED) throw new Error(`${what}: the thread has been joined already`);
  if (state === DETACHED) throw new Error(`${what}: the thread is detached already`);
}

const creation = exact({ pthread_create: starting('__fp_start', 2), thrd_create: starting('__fp_start_int', 1) });

const ends = functions({
  *pthread_join(thread, site, handle, result) {
    yield* joinThread(thread, site, handle, 'pthread_join');
    if (result !== 0) {
      const value = yield* thread.resultOf(handle, site);
      yield* thread.writePointer(result, value, site);
    }
    return 0;
  },
  *thrd_join(thread, site, handle, result) {
    yield* joinThread(thread, site, handle, 'thrd_join');
    if (result !== 0) {
      const value = yield* thread.resultOf(handle, site);
      yield* thread.write(result, 4, Number(BigInt.asIntN(32, value)), site);
    }
    return 0;
  },
  *pthread_detach(thread, site, handle) {
    yield* detachThread(thread, site, handle, 'pthread_detach');
    return 0;
  },
  *thrd_detach(thread, site, handle) {
    yield* detachThread(thread, site, handle, 'thrd_detach');
    return 0;
  },
});

const identity = functions({
  pthread_self: (thread) => word(thread, thread.handle),
  thrd_current: (thread) => word(thread, thread.handle),
  pthread_equal: (_thread, _site, a, b) => (a === b ? 1 : 0),
  thrd_equal: (_thread, _site, a, b) => (a === b ? 1 : 0),
  thrd_yield: () => undefined,
});

/** The attributes of a thread in memory consist of its detach state. */
const detachState = functions({
  *pthread_attr_setdetachstate(thread, site, attributes, state) {
    if (state !== 0 && state !== CREATE_DETACHED) return EINVAL;
    yield* thread.write(attributes, 4, state, site);
    return 0;
  },
  *pthread_attr_getdetachstate(thread, site, attributes, result) {
    yield* thread.write(result, 4, yield* thread.read(attributes, 4, site), site);
    return 0;
  },
});

const attributes = writingAttributes(['pthread_attr_init', 'pthread_attr_destroy']);

/** Functions without effect: they write back the current attributes. */
const ignoredAttributes = named(
  [
    'pthread_attr_setguardsize',
    'pthread_attr_setinheritsched',
    'pthread_attr_setschedparam',
    'pthread_attr_setschedpolicy',
    'pthread_attr_setscope',
    'pthread_attr_setstack',
    'pthread_attr_setstacksize',
    'pthread_attr_setaffinity_np',
  ],
  function* (thread, site, place) {
    yield* thread.write(place, 4, yield* thread.read(place, 4, site), site);
    return 0;
  },
);

/** Functions that only advise the scheduler. The search is the scheduler, so they have no effect. */
const ignored = named(
  [
    'sched_yield',
    'pthread_yield',
    'pthread_setaffinity_np',
    'pthread_setconcurrency',
    'pthread_setname_np',
    'pthread_setschedparam',
    'pthread_setschedprio',
    'pthread_setcancelstate',
    'pthread_setcanceltype',
    'sched_setaffinity',
  ],
  () => 0,
);

/** The position of a thread's stack is unknown. */
const unknown = named(['pthread_getattr_np'], () => ENOSYS);

/** `pthread_*` and `thrd_*` functions that start, join and identify threads. */
export const threads = [
  ...creation,
  ...ends,
  ...identity,
  ...detachState,
  ...attributes,
  ...ignoredAttributes,
  ...ignored,
  ...unknown,
];
