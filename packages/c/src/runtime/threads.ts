import type { Site, Transition } from '@fencepost/core';
import { isChildOf, join, transform } from '@fencepost/core';
import { readAttributes, writingAttributes } from './attributes.js';
import { exact, functions, named, word } from './define.js';
import { ENOSYS } from './errno.js';
import { threadPlace } from './places.js';
import type { LibraryFunction, Steps, ThreadServices, ThreadStart } from './services.js';

// States of a thread that can be joined once.
const JOINABLE = 0;
const JOINED = 1;
const DETACHED = 2;
const claim: Transition = { key: 'claim a thread to join', apply: (old) => (old === JOINABLE ? JOINED : old) };
const detach: Transition = { key: 'detach a thread', apply: (old) => (old === JOINABLE ? DETACHED : old) };

/** Key prefix for the states of the threads that a thread started. */
const OWN = 'thread ';

/** How many of the threads it started has it detached? */
export function detachedBy(thread: ThreadServices): number {
  let count = 0;
  for (const [key, state] of thread.own) if (key.startsWith(OWN) && state === DETACHED) count++;
  return count;
}

/** The function to start and its argument come after `before` other arguments. */
function starting(kind: ThreadStart, before: number): LibraryFunction {
  return function* (thread, site, ...args) {
    const [fn = 0, argument = 0] = args.slice(before);
    if (before === 2) yield* readAttributes(thread, Number(args[1]), site);
    const handle = yield* thread.spawn(kind, Number(fn), BigInt(argument), site);
    yield* thread.writePointer(Number(args[0]), handle, site);
    return 0;
  };
}

function checkHandle(handle: number, what: string): void {
  if (handle <= 0 || (handle | 0) !== handle) throw new Error(`${what}: ${handle} is not a thread`);
}

/** Waits for the end of a thread. Behaviour that the standard leaves undefined is a crash. */
export function* joinThread(thread: ThreadServices, site: Site | undefined, handle: number, what: string): Steps<void> {
  checkHandle(handle, what);
  if (handle === thread.handle) throw new Error(`${what}: a thread joins itself`);
  const state = yield* change(thread, handle, claim, site);
  if (state === JOINED) throw new Error(`${what}: the thread has been joined already`);
  if (state === DETACHED) throw new Error(`${what}: the thread is detached`);
  yield join(handle, site);
}

/**
 * Most threads are joined by the thread that started them, and what one thread does alone need not be visible. Only a
 * thread that may be detached can be so by other threads, or by itself.
 */
function* change(thread: ThreadServices, handle: number, step: Transition, site: Site | undefined): Steps<number> {
  const isOwn = isChildOf(handle, thread.handle);
  const key = OWN + String(handle);
  const isVisible = !isOwn || thread.uses('pthread_detach') || thread.uses('thrd_detach');
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

/** They have no effect. */
const attributes = writingAttributes([
  'pthread_attr_init',
  'pthread_attr_destroy',
  'pthread_attr_setdetachstate',
  'pthread_attr_setguardsize',
  'pthread_attr_setinheritsched',
  'pthread_attr_setschedparam',
  'pthread_attr_setschedpolicy',
  'pthread_attr_setscope',
  'pthread_attr_setstack',
  'pthread_attr_setstacksize',
  'pthread_attr_setaffinity_np',
]);

/** The search is the scheduler: functions that only advise it have no effect. */
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

/** A thread does not know where its stack is. */
const unknown = named(['pthread_getattr_np'], () => ENOSYS);

/** `pthread_*` and `thrd_*` functions that start, join and identify threads. */
export const threads = [...creation, ...ends, ...identity, ...attributes, ...ignored, ...unknown];
