import type { Operation, ThreadSource } from '@fencepost/core';
import { load, rmw, store } from '@fencepost/core';
import type { Context } from './context.js';
import { MOST_TOSSES } from '../time/time.js';

// Nondeterministic choices, such as whether a timer is due, are modelled by additional threads. Each stores to
// locations to which no other thread stores; a thread that reads such a location finds the old value or the new one.

/** One long pause in the word of the clock; the remainder of the word are milliseconds. */
export const PAUSE = 2 ** 26;

function placeOfToss(context: Context, thread: number, number: number): number {
  return context.place('toss', thread * MOST_TOSSES + number);
}

/** Returns the place of the clock of all threads. */
export function clockPlace(context: Context): number {
  return context.place('clock', 0);
}

/** Returns the operation that reads a nondeterministic choice. */
export function tossOf(context: Context, thread: number, number: number): Operation {
  return { ...load(placeOfToss(context, thread, number)), role: 'upkeep' };
}

/** Returns whether the address is a place of this file. */
export function isOfTime(address: number, context: Context): boolean {
  return context.isOfTime(address);
}

/** Returns the additional threads. */
export function timeThreads(context: Context): readonly ThreadSource[] {
  const { tosses, pauses } = context.time;
  const threads = [...tosses].map(([thread, count]): ThreadSource => ({
    name: `time of ${context.threadNames.get(thread) ?? thread}`,
    *body() {
      for (let i = 0; i < count; i++) yield { ...store(placeOfToss(context, thread, i), 1), role: 'upkeep' };
    },
  }));
  if (pauses > 0) {
    threads.push({
      name: 'time',
      *body() {
        for (let i = 1; i <= pauses; i++)
          yield { ...rmw('max', clockPlace(context), i * PAUSE, 'relaxed'), role: 'upkeep' };
      },
    });
  }
  return threads;
}
