/**
 * Names of events. An event is the n-th operation of a thread; its name packs the thread's index and n, so it is the
 * same in every interleaving, and two executions have the same trace if their events are related in the same way.
 */
const POSITION_BITS = 20;
const POSITION_MASK = (1 << POSITION_BITS) - 1;

/** Maximum number of operations of a thread. */
export const MOST_EVENTS_PER_THREAD = POSITION_MASK;

/** The write that gave a location its initial value. */
export const INITIAL = -1;

/** Returns the name of the operation at this position of a thread. */
export function eventName(thread: number, position: number): number {
  return (thread << POSITION_BITS) | position;
}

/** Returns the thread of a named event. */
export function eventThread(name: number): number {
  return name >> POSITION_BITS;
}

/** Returns the position of a named event in its thread. */
export function eventPosition(name: number): number {
  return name & POSITION_MASK;
}
