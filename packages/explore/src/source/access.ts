import { INITIAL } from '@fencepost/core';

/** The effect that the next event of an actor would have on memory now. One object, reused. */
export class Access {
  actor = 0;
  /** The thread that the actor is or belongs to. */
  thread = 0;
  location = 0;
  /** Whether it changes memory. For a compare-and-swap and for taking a mutex, this depends on memory. */
  writes = false;
  reads = false;
  /** The pending store that a load would be forwarded from, or -1. Such a load does not access memory. */
  cover = -1;
  /** The local state, if the thread waits there for the value it reads (core: `LocalStates.accepts`); otherwise 0. */
  waiting = 0;
  /** The buffers it waited for: `DRAIN_ALL` or `DRAIN_LOCATION` (core: lowering.ts), or 0. */
  drains = 0;
  /** The value read and the store that wrote it. */
  value = 0;
  source = INITIAL;
}

/**
 * Whether two events that are both possible now would lead to different states in different orders (Abdulla et al.,
 * Acta Informatica 2017, Fig. 11, lines 20–24): same location, one writes, and neither is a forwarded load, which does
 * not observe updates. A thread is independent of its own buffers by the same rule: its only possible operation at a
 * location with a pending store of its own is a forwarded load.
 */
export function dependent(a: Access, b: Access): boolean {
  return a.location === b.location && (a.writes || b.writes) && a.cover < 0 && b.cover < 0;
}
