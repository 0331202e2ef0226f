import type { Thread } from './contexts.js';

/** What is known before an operation of a thread. */
export interface State {
  /** The locks that the thread holds; `shared`: for reading only. */
  readonly held: Map<string, 'exclusive' | 'shared'>;
  /** The threads started by the thread, or by those, that may run; `many`: perhaps several of them. */
  readonly running: Map<Thread, 'one' | 'many'>;
  /** The locals that are zero only if the thread has got a lock. */
  readonly attempts: Map<number, Attempt>;
  /** The results of allocations, by their numbers, that are nowhere but in variables to which no pointer leads. */
  readonly fresh: Set<number>;
}

export interface Attempt {
  readonly locks: readonly string[];
  readonly isShared: boolean;
}

export function initialState(): State {
  return { held: new Map(), running: new Map(), attempts: new Map(), fresh: new Set() };
}

export function copyOf({ held, running, attempts, fresh }: State): State {
  return { held: new Map(held), running: new Map(running), attempts: new Map(attempts), fresh: new Set(fresh) };
}

/** Weakens a state to what also holds in another one; returns whether it changed. */
export function weaken(state: State, other: State): boolean {
  let isChanged = false;
  for (const [lock, mode] of state.held) {
    const theirs = other.held.get(lock);
    if (theirs === mode || (theirs !== undefined && mode === 'shared')) continue;
    if (theirs === undefined) state.held.delete(lock);
    else state.held.set(lock, 'shared');
    isChanged = true;
  }
  for (const [thread, count] of other.running) {
    const ours = state.running.get(thread);
    if (ours === count || ours === 'many') continue;
    state.running.set(thread, count);
    isChanged = true;
  }
  for (const [local, { locks, isShared }] of state.attempts) {
    const theirs = other.attempts.get(local);
    if (theirs?.locks.join() === locks.join() && theirs.isShared === isShared) continue;
    state.attempts.delete(local);
    isChanged = true;
  }
  for (const value of state.fresh) {
    if (other.fresh.has(value)) continue;
    state.fresh.delete(value);
    isChanged = true;
  }
  return isChanged;
}
