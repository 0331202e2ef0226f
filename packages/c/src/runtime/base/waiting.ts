/**
 * The threads that wait for a condition variable, and those that may continue. POSIX: a signal unblocks any one of the
 * threads blocked at that moment; a broadcast unblocks all of them; without a waiter both are lost. A thread that wakes
 * up spuriously (`conditions.ts`) leaves without a permit.
 *
 * A signal does not choose its thread here but leaves a permit, which any of the current waiters may use: the thread
 * that takes it makes the choice, so the search need not. Permits are prefixes of the waiters in order of arrival. A
 * continuing thread uses the smallest one that includes it, and the remaining ones suffice for the other threads.
 */
export interface Waiting {
  /** Handles of the waiting threads in order of arrival. */
  readonly waiters: readonly number[];
  /** For each permit, the number of waiters, from the first, that may use it; ascending. */
  readonly permits: readonly number[];
}

/** The initial state: no waiters. */
export const NOBODY: Waiting = { waiters: [], permits: [] };

/** Adds a thread that starts to wait. */
export function arrive(state: Waiting, who: number): Waiting {
  return { ...state, waiters: [...state.waiters, who] };
}

/** Adds a permit. With as many permits as waiters, all have been woken already, and the signal has no effect. */
export function signal(state: Waiting): Waiting {
  const { waiters, permits } = state;
  return permits.length === waiters.length ? state : { waiters, permits: [...permits, waiters.length] };
}

/** Gives a permit to all current waiters. */
export function broadcast({ waiters, permits }: Waiting): Waiting {
  const missing = waiters.length - permits.length;
  return { waiters, permits: [...permits, ...Array.from({ length: missing }, () => waiters.length)] };
}

/** Whether there is a permit for this waiter. */
export function mayGo({ waiters, permits }: Waiting, who: number): boolean {
  const position = waiters.indexOf(who);
  return position >= 0 && position < (permits.at(-1) ?? 0);
}

/** Removes a waiter that continues, with a permit if there is one for it, otherwise because it timed out. */
export function go(state: Waiting, who: number): Waiting {
  const position = state.waiters.indexOf(who);
  if (position < 0) return state;
  const used = state.permits.findIndex((permit) => permit > position);
  return {
    waiters: state.waiters.filter((_, i) => i !== position),
    permits: state.permits.filter((_, i) => i !== used).map((permit) => (permit > position ? permit - 1 : permit)),
  };
}
