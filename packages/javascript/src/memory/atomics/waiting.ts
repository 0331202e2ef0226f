import { current, theWorld } from '../../world/running/current.js';
import { offWake, onWake, postWake } from '../../synchronisation/inbox.js';
import { ModelPromise } from '../../async/promise.js';
import { goingRound, setTimer } from '../../async/timers.js';
import { tellTime } from '../../synchronisation/clock.js';
import { nameElement } from '../views/visible-accesses.js';
import type { SharedView } from '../views/views.js';
import type { Waiter } from '../../synchronisation/waiters.js';
import {
  changeWaiters,
  endWaitIfTerminated,
  enterStep,
  firstOf,
  isNotified,
  isWaiting,
  joinStep,
  leaveStep,
  notifyStep,
  timeOutStep,
  wakeStep,
} from '../../synchronisation/waiters.js';

// `Atomics.wait` and related functions in a thread, with validated and converted arguments.

/** An element of an Int32Array or BigInt64Array, by its index. */
interface Spot {
  readonly view: SharedView;
  readonly index: number;
}

/** The result of `waitAsync`. */
export type AsyncWait =
  | { readonly async: false; readonly value: 'not-equal' | 'timed-out' }
  | { readonly async: true; readonly value: object };

function addressOf({ view, index }: Spot): number {
  nameElement(view, index);
  return view.memory.base + view.offset + index * view.kind!.size;
}

/** Returns, in the critical section, whether the element has the expected value. */
function finds({ view, index }: Spot, expected: number): boolean {
  const { size } = view.kind!;
  return view.memory.read(view.offset + index * size, size, 'seq_cst') === expected;
}

/** The result of `wait`. */
export type Woken = 'ok' | 'not-equal' | 'timed-out';

/** `Atomics.wait`. */
export function wait(spot: Spot, expected: number, timeout: number, method = 'Atomics.wait'): Woken {
  const me: Waiter = { who: current.run!.thread, ticket: 0 };
  const address = addressOf(spot);
  changeWaiters(address, enterStep(method, me));
  if (!finds(spot, expected)) {
    changeWaiters(address, leaveStep(method, me));
    return 'not-equal';
  }
  changeWaiters(address, joinStep(method, me));
  if (timeout !== Infinity) endWaitIfTerminated(address);
  const last = timeout === Infinity ? wakeStep(method, me) : timeOutStep(method, me);
  if (isNotified(changeWaiters(address, last), me.who)) return 'ok';
  tellTime(timeout);
  return 'timed-out';
}

/** `Atomics.waitAsync`. */
export function waitAsync(spot: Spot, expected: number, timeout: number): AsyncWait {
  const me: Waiter = { who: current.run!.thread, ticket: takeTicket(current.run!.thread) };
  const address = addressOf(spot);
  const method = 'Atomics.waitAsync';
  changeWaiters(address, enterStep(method, me));
  const equal = finds(spot, expected);
  if (!equal || timeout === 0) {
    changeWaiters(address, leaveStep(method, me));
    giveBackTicket(me);
    return { async: false, value: equal ? 'timed-out' : 'not-equal' };
  }
  changeWaiters(address, joinStep(method, me));
  return { async: true, value: new ModelPromise((resolve) => settleLater(address, me, timeout, resolve)) };
}

/** Maximum delay of a timer, in milliseconds; longer delays would have no effect. */
const LONGEST_TIMER = 2 ** 31 - 1;

function settleLater(address: number, me: Waiter, timeout: number, resolve: (value: string) => void): void {
  const { loop } = theWorld();
  const token = tokenOf(address, me);
  const onTime = goingRound(() => {
    // If another thread was faster, its wake-up is already posted.
    if (!isWaiting(changeWaiters(address, timeOutStep('Atomics.waitAsync', me)), me)) return;
    offWake(token);
    giveBackTicket(me);
    resolve('timed-out');
  });
  const timer = timeout === Infinity ? undefined : setTimer(onTime, Math.min(timeout, LONGEST_TIMER), false);
  onWake(token, () => {
    if (timer !== undefined) loop.clearTimer(timer);
    giveBackTicket(me);
    resolve('ok');
  });
}

/** Wakes the first `count` waiters of an element; returns their number. */
export function notify(spot: Spot, count: number, method = 'Atomics.notify'): number {
  const address = addressOf(spot);
  const woken = firstOf(changeWaiters(address, notifyStep(count, method)), count);
  for (const waiter of woken) if (waiter.ticket !== 0) postWake(waiter.who, tokenOf(address, waiter));
  return woken.length;
}

function tokenOf(address: number, { ticket }: Waiter): string {
  return `waitAsync ${address} ${ticket}`;
}

const TICKETS = Symbol('tickets of waiting promises');

/**
 * Returns the tickets in use by a thread. Keyed by thread, because after the end all threads are run again in one
 * world.
 */
function ticketsOf(thread: number): Set<number> {
  const tickets = theWorld().slot(TICKETS, () => new Map<number, Set<number>>());
  const known = tickets.get(thread) ?? new Set();
  tickets.set(thread, known);
  return known;
}

/** Returns the lowest free ticket, so that a loop that waits repeatedly does the same in each iteration. */
function takeTicket(thread: number): number {
  const tickets = ticketsOf(thread);
  let ticket = 1;
  while (tickets.has(ticket)) ticket++;
  tickets.add(ticket);
  return ticket;
}

function giveBackTicket({ who, ticket }: Waiter): void {
  ticketsOf(who).delete(ticket);
}
