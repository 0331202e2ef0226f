import type { Site } from '@fencepost/core';
import { InternedStates, fence, transform } from '@fencepost/core';
import { unsupported } from '../../unsupported.js';
import { EAGAIN, ETIMEDOUT } from '../base/errno.js';
import { shadow } from '../base/places.js';
import type { Steps, ThreadServices, VariadicArguments } from '../base/services.js';
import { passTime, reachDeadline } from '../libc/time.js';
import type { Waiting } from '../base/waiting.js';
import { NOBODY, arrive, go, mayGo, signal } from '../base/waiting.js';

/** The threads that wait on a futex word. The kernel compares the word and queues the thread under a lock. */
interface Futex {
  /** The thread that holds this lock; 0: none. */
  readonly holder: number;
  readonly queue: Waiting;
}

const states = new InternedStates<Futex>({ holder: 0, queue: NOBODY });
const isFree = ({ holder }: Futex): boolean => holder === 0;

// Users see the keys without the final part in parentheses.
const enter = (me: number) => states.step(`futex wait begins (${me})`, ({ queue }) => ({ holder: me, queue }), isFree);
const leave = (me: number) => states.step(`futex wait returns at once (${me})`, ({ queue }) => ({ holder: 0, queue }));
const block = (me: number) =>
  states.step(`futex wait (${me})`, ({ queue }) => ({ holder: 0, queue: arrive(queue, me) }));
const without = ({ holder, queue }: Futex, me: number): Futex => ({ holder, queue: go(queue, me) });
const wake = (me: number) =>
  states.step(
    `wait for a futex wake (${me})`,
    (state) => without(state, me),
    ({ queue }) => mayGo(queue, me),
  );
const giveUp = (me: number) => states.step(`stop waiting for a futex wake (${me})`, (state) => without(state, me));

/** Returns how many threads a wake-up of at most `count` wakes. */
function woken({ queue: { waiters, permits } }: Futex, count: number): number {
  return Math.min(count, waiters.length - permits.length);
}

/**
 * Wakes any of the waiters. If there are none, threads that wait later still see the earlier operations of this thread.
 */
function notify(count: number) {
  const step = states.step(
    `futex wake (${count})`,
    (state) => {
      let { queue } = state;
      for (let i = woken(state, count); i > 0; i--) queue = signal(queue);
      return { ...state, queue };
    },
    isFree,
  );
  return { ...step, alwaysWrites: true };
}

/** Waits on a futex. Returns 0, or the negative number of the error. */
function* wait(
  thread: ThreadServices,
  site: Site | undefined,
  address: number,
  expected: number,
  timeOut: (() => Steps<void>) | undefined,
): Steps<number> {
  const me = thread.handle;
  const place = shadow(address);
  yield transform(place, enter(me), site);
  // As in the kernel: earlier operations of the thread come before the comparison.
  yield fence('seq_cst', site);
  if ((yield* thread.read(address, 4, site, 'relaxed')) !== expected) {
    yield transform(place, leave(me), site);
    return -EAGAIN;
  }
  yield transform(place, block(me), site);
  if (timeOut === undefined) {
    yield transform(place, wake(me), site);
    return 0;
  }
  // The timeout may expire at any moment, so the thread does not wait: either it was woken by then, or it timed out.
  if (mayGo(states.decode(yield transform(place, giveUp(me), site)).queue, me)) return 0;
  yield* timeOut();
  return -ETIMEDOUT;
}

/** Numbers of the futex operations. Private ones and those with another clock are treated the same. */
const WAIT = 0;
const WAKE = 1;
const WAIT_BITSET = 9;
const WAKE_BITSET = 10;
const FLAGS = 128 | 256;
const ANY = -1;

/**
 * `futex(address, operation, value, timeout, second, bits)`. Returns 0 or more, or the negative number of the error.
 */
export function* futex(thread: ThreadServices, site: Site | undefined, list: VariadicArguments): Steps<number> {
  const address = list.pointer();
  const operation = list.int() & ~FLAGS;
  const value = list.int();
  const isWait = operation === WAIT || operation === WAIT_BITSET;
  const timeout = isWait || operation === WAKE_BITSET ? list.pointer() : 0;
  if (operation === WAIT_BITSET || operation === WAKE_BITSET) {
    list.pointer();
    if (list.int() !== ANY) throw refused('a futex operation with a bit set other than FUTEX_BITSET_MATCH_ANY', site);
  }
  if (isWait) {
    const pass = operation === WAIT ? passTime : reachDeadline;
    return yield* wait(thread, site, address, value, timeout === 0 ? undefined : () => pass(thread, timeout, site));
  }
  if (operation !== WAKE && operation !== WAKE_BITSET) throw refused(`the futex operation ${operation}`, site);
  const count = Math.max(value, 1);
  return woken(states.decode(yield transform(shadow(address), notify(count), site)), count);
}

function refused(what: string, site: Site | undefined): Error {
  return unsupported(
    `${what} is not supported`,
    site,
    'FUTEX_WAIT, FUTEX_WAKE and their _BITSET variants are supported',
  );
}
