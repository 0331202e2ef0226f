import type { Operation, ThreadSource } from '@fencepost/core';
import { load, rmw, store } from '@fencepost/core';
import type { Context } from './context.js';
import { MOST_TOSSES } from './time.js';

// What is not determined, such as whether a timer is due, is decided by threads that we add: they store to places that
// nobody else stores to. Whoever reads there finds the old value or the new one.

/** Of the word that is the state of the clock: the rest are milliseconds. */
export const PAUSE = 2 ** 26;

function placeOfToss(context: Context, thread: number, number: number): number {
  return context.place('toss', thread * MOST_TOSSES + number);
}

/** The clock of all threads. */
export function clockPlace(context: Context): number {
  return context.place('clock', 0);
}

/** Reads whether something that is not determined is so. */
export function tossOf(context: Context, thread: number, number: number): Operation {
  return { ...load(placeOfToss(context, thread, number)), role: 'upkeep' };
}

/** Is it a place of this file? */
export function isOfTime(address: number, context: Context): boolean {
  return context.isOfTime(address);
}

/** The threads to add. */
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
