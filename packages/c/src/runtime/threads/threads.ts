import { learnTime } from '../libc/time.js';
import type { Site, Transition } from '@fencepost/core';
import { RestartSearch, childHandle, isChildOf, join, transform } from '@fencepost/core';
import type { Attribute } from './attributes.js';
import { accessors, getAttribute, isBit } from './attributes.js';
import { about, exact, functions, named, word } from '../base/define.js';
import { EINVAL, ENOSYS, ENOTSUP } from '../base/errno.js';
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
    const id = Number(args[0]);
    const handle = yield* startAndStore(thread, site, id, () => thread.spawn(kind, Number(fn), BigInt(argument), site));
    if (isDetached) yield* detachThread(thread, site, handle, 'pthread_detach');
    return 0;
  };
}

/** Starts a thread and stores its handle at an address: before the thread runs, unless POSIX's weaker promise is wanted. */
export function* startAndStore(
  thread: ThreadServices,
  site: Site | undefined,
  address: number,
  start: () => Steps<number>,
): Steps<number> {
  if (thread.bounds.threadIds === 'posix') {
    const handle = yield* start();
    yield* thread.writePointer(address, handle, site);
    return handle;
  }
  yield* thread.writePointer(address, thread.nextHandle, site);
  return yield* start();
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
    throw new RestartSearch('a thread is detached by a thread that did not start it');
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

const PREFIX = 'pthread_attr_';
const DEFAULT_STACK = 8 << 20;
const LEAST_STACK = 1 << 14;
const DEFAULT_GUARD = 4096;
/** Scheduling: SCHED_OTHER has no priorities, SCHED_FIFO and SCHED_RR have these. */
const MOST_POLICY = 2;
const MOST_PRIORITY = 99;
// Offsets of the attributes of a thread. Other attributes have no effect and cannot be read.
const POLICY: Attribute = {
  name: 'schedpolicy',
  offset: 8,
  bits: 2,
  isValid: (value) => value >= 0 && value <= MOST_POLICY,
};
const PRIORITY = 12;
const GUARD = 16;
const STACK = 24;
const ATTRIBUTES_SIZE = 32;

/** Reads a size, which is stored as its difference from the default, so that zeros mean the default. */
function* readSize(
  thread: ThreadServices,
  place: number,
  usual: number,
  result: number,
  site: Site | undefined,
): Steps<number> {
  yield* thread.writePointer(result, (yield* thread.readPointer(place, site)) + usual, site);
  return 0;
}

function* writeStackSize(
  thread: ThreadServices,
  site: Site | undefined,
  attributes: number,
  size: number,
): Steps<number> {
  if (size >= 0 && size < LEAST_STACK) return EINVAL;
  yield* thread.writePointer(attributes + STACK, size - DEFAULT_STACK, site);
  return 0;
}

/** Only whether a thread is detached has an effect. */
const attributes = [
  ...named(['pthread_attr_init', 'pthread_attr_destroy'], function* (thread, site, place) {
    yield* thread.fill(place, 0, ATTRIBUTES_SIZE, site);
    return 0;
  }),
  ...accessors(PREFIX, { name: 'detachstate', bits: 1, isValid: isBit }),
  ...accessors(PREFIX, { name: 'inheritsched', offset: 4, bits: 1, isValid: isBit }),
  ...accessors(PREFIX, POLICY),
  ...functions({
    *pthread_attr_setschedparam(thread, site, place, given) {
      const priority = yield* thread.read(given, 4, site);
      const hasPriorities = (yield* getAttribute(thread, place, POLICY, site)) !== 0;
      if (priority < (hasPriorities ? 1 : 0) || priority > (hasPriorities ? MOST_PRIORITY : 0)) return EINVAL;
      yield* thread.write(place + PRIORITY, 4, priority, site);
      return 0;
    },
    *pthread_attr_getschedparam(thread, site, place, result) {
      yield* thread.write(result, 4, yield* thread.read(place + PRIORITY, 4, site), site);
      return 0;
    },
    *pthread_attr_setscope(thread, site, place, scope) {
      if (scope !== 0) return scope === 1 ? ENOTSUP : EINVAL;
      yield* thread.write(place, 4, yield* thread.read(place, 4, site), site);
      return 0;
    },
    *pthread_attr_getscope(thread, site, _place, result) {
      yield* thread.write(result, 4, 0, site);
      return 0;
    },
    *pthread_attr_setguardsize(thread, site, place, size) {
      yield* thread.writePointer(place + GUARD, size - DEFAULT_GUARD, site);
      return 0;
    },
    pthread_attr_getguardsize: (thread, site, place, result) =>
      readSize(thread, place + GUARD, DEFAULT_GUARD, result, site),
    pthread_attr_setstacksize: writeStackSize,
    pthread_attr_setstack: (thread, site, place, _stack, size) => writeStackSize(thread, site, place, size),
    pthread_attr_getstacksize: (thread, site, place, result) =>
      readSize(thread, place + STACK, DEFAULT_STACK, result, site),
    *pthread_attr_setaffinity_np(thread, site, place) {
      yield* thread.write(place, 4, yield* thread.read(place, 4, site), site);
      return 0;
    },
  }),
];

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
export const threads = about([...creation, ...ends, ...identity, ...attributes, ...ignored, ...unknown], {
  'pthread_attr_init pthread_attr_destroy pthread_attr_setdetachstate pthread_attr_getdetachstate pthread_attr_setstacksize pthread_attr_getstacksize pthread_attr_setscope pthread_attr_setinheritsched pthread_attr_setschedpolicy pthread_attr_setschedparam':
    { forgets: 'all' },
  pthread_create: { forgets: [0, 1], calls: { index: 2, result: 'ptr', hasArgument: true } },
  'pthread_join pthread_setcancelstate pthread_setcanceltype thrd_join': { forgets: [1] },
  thrd_create: { forgets: [0], calls: { index: 1, result: 'i32', hasArgument: true } },
  'sched_yield pthread_yield thrd_yield': { isHint: true },
});
