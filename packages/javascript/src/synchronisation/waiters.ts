import type { Transition } from '@fencepost/core';
import { InternedStates } from '@fencepost/core';
import { theWorld } from '../world/running/current.js';
import { canBeTerminated } from './inbox.js';
import { step } from './shared-steps.js';
import { endIfTerminated } from './termination.js';

/** A waiter at an address: a thread, or (with a ticket) a promise of a thread. */
export interface Waiter {
  readonly who: number;
  /** 0: the thread itself is blocked. */
  readonly ticket: number;
}

/** The list of waiters of an address (ECMA-262: WaiterList). */
export interface WaiterList {
  /** The thread in the critical section; 0: none. */
  readonly holder: number;
  /** In order of arrival. */
  readonly waiters: readonly Waiter[];
  /** Threads that were woken and have not continued yet. */
  readonly notified: readonly number[];
}

/** The lists as words. */
export const lists = new InternedStates<WaiterList>({ holder: 0, waiters: [], notified: [] });

const steps = new Map<string, Transition>();

/**
 * Returns a step, interned for all runs, because threads are run again many times. The key contains everything that the
 * step depends on.
 */
function stepOf(
  key: string,
  apply: (list: WaiterList) => WaiterList,
  learned: (list: WaiterList) => WaiterList,
  ready?: (list: WaiterList) => boolean,
  how: Pick<Transition, 'takesLock' | 'alwaysWrites'> = {},
): Transition {
  const known = steps.get(key);
  if (known !== undefined) return known;
  const step = lists.step(key, apply, ready, learned);
  const applied = new Map<number, number>();
  const applyOnce = (old: number): number => {
    const before = applied.get(old);
    if (before !== undefined) return before;
    const word = step.apply(old);
    applied.set(old, word);
    return word;
  };
  const made = { ...step, ...how, apply: applyOnce };
  steps.set(key, made);
  return made;
}

const isFree = ({ holder }: WaiterList): boolean => holder === 0;
const isSame = (a: Waiter, b: Waiter): boolean => a.who === b.who && a.ticket === b.ticket;
const nameOf = ({ who, ticket }: Waiter): string => (ticket === 0 ? `${who}` : `${who} ${ticket}`);

/** Returns the part of a list that a thread learns: its own entries. */
const ownPart =
  ({ who }: Waiter) =>
  ({ holder, waiters, notified }: WaiterList): WaiterList => ({
    holder,
    waiters: waiters.filter((other) => other.who === who),
    notified: notified.filter((other) => other === who),
  });

// Reports show the keys without the final part in parentheses.

/**
 * Enters the critical section. Engines take a mutex here: earlier stores of the thread may take effect later, within
 * the critical section.
 */
export function enterStep(method: string, me: Waiter): Transition {
  const enter = (state: WaiterList): WaiterList => ({ ...state, holder: me.who });
  return stepOf(`${method} begins (${nameOf(me)})`, enter, ownPart(me), isFree, { takesLock: true });
}

/** Leaves the critical section without waiting. */
export function leaveStep(method: string, me: Waiter): Transition {
  return stepOf(`${method} does not wait (${nameOf(me)})`, (state) => ({ ...state, holder: 0 }), ownPart(me));
}

/** Leaves the critical section and waits. */
export function joinStep(method: string, me: Waiter): Transition {
  const join = (state: WaiterList): WaiterList => ({ ...state, holder: 0, waiters: [...state.waiters, me] });
  return stepOf(`${method} starts to wait (${nameOf(me)})`, join, ownPart(me));
}

/** Returns whether this thread has been woken. */
export function isNotified({ notified }: WaiterList, who: number): boolean {
  return notified.includes(who);
}

/** Returns whether the waiter is still in the list. */
export function isWaiting({ waiters }: WaiterList, waiter: Waiter): boolean {
  return waiters.some((other) => isSame(other, waiter));
}

function without(state: WaiterList, me: Waiter): WaiterList {
  return {
    ...state,
    waiters: state.waiters.filter((other) => !isSame(other, me)),
    notified: me.ticket === 0 ? state.notified.filter((who) => who !== me.who) : state.notified,
  };
}

/** Continues when woken. */
export function wakeStep(method: string, me: Waiter): Transition {
  return stepOf(
    `${method} (${nameOf(me)})`,
    (state) => without(state, me),
    ownPart(me),
    (state) => isFree(state) && isNotified(state, me.who),
  );
}

/**
 * Continues without waiting, as the timeout may expire at any moment: a thread that has not been woken by then has
 * timed out.
 */
export function timeOutStep(method: string, me: Waiter): Transition {
  return stepOf(`${method} is woken or times out (${nameOf(me)})`, (state) => without(state, me), ownPart(me), isFree);
}

/** Returns the waiters that `notify` with this count wakes. */
export function firstOf({ waiters }: WaiterList, count: number): readonly Waiter[] {
  return waiters.slice(0, count);
}

/**
 * Returns the part of a list that a notifying thread learns: the woken promises, and the number of woken threads. The
 * other promises are included, as they may be its own.
 */
function wokenPart({ waiters }: WaiterList, count: number): WaiterList {
  const told = waiters.filter(({ ticket }, i) => ticket !== 0 || i < count);
  return { holder: 0, waiters: told.map((each) => (each.ticket === 0 ? SOME_THREAD : each)), notified: [] };
}

const SOME_THREAD: Waiter = { who: 0, ticket: 0 };

/**
 * Enters the critical section and leaves it. Promises leave the list when they are notified; their threads are informed
 * through their event loops. Writes even if there are no waiters, so that later ones still observe earlier actions of
 * this thread.
 */
export function notifyStep(count: number, method = 'Atomics.notify'): Transition {
  return stepOf(
    `${method} (${count})`,
    (state) => {
      const woken = firstOf(state, count);
      const threads = woken.filter(({ ticket }) => ticket === 0).map(({ who }) => who);
      return { ...state, waiters: state.waiters.slice(woken.length), notified: [...state.notified, ...threads] };
    },
    (state) => wokenPart(state, count),
    isFree,
    { alwaysWrites: true },
  );
}

/** Performs a step on the list of waiters of an address; returns the state before it. */
export function changeWaiters(address: number, transition: Transition): WaiterList {
  return lists.decode(step(theWorld().context.place('waiters', address), transition));
}

/** Ends a worker that was terminated while it waits with a timeout. */
export function endWaitIfTerminated(address: number): void {
  if (canBeTerminated()) endIfTerminated(theWorld().context.place('waiters', address));
}
