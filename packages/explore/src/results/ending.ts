import type { LocalStates } from '@fencepost/core';
import { CUT, DONE, EXIT, FAIL, LOAD, RMW, STUCK, endsWell } from '@fencepost/core';

/** An execution in which no thread can take another step: all that its classification depends on. */
export interface FinishedRun {
  /** Last local state of each thread; 0, or beyond the end: the thread never started. */
  readonly local: Int32Array;
  /** Operations that all threads executed together. */
  readonly operations: number;
  /** What memory holds at a location. */
  valueAt(location: number): number;
  /** Is it known, without a look at each thread, that none waits? That is a shortcut for ordinary executions. */
  readonly nobodyWaits?: boolean;
  /**
   * Does a thread wait with an old value although there is a newer one? The execution in which it reads the newer one is
   * explored as well. Asked only if some thread has not ended; without it, no thread does.
   */
  isOutdated?(): boolean;
}

/** How an execution ended. */
export interface Ending {
  /**
   * `complete`: every thread ended, or those that did not wait for ever. `cut`: an assumption does not hold, or a bound was
   * hit. `blocked`: a thread waits that would go on if it looked again. What is not complete says nothing about how the
   * program ends.
   */
  readonly kind: 'complete' | 'cut' | 'blocked';
  /** What cut it off, if anything did. */
  readonly cutBy: 'assumption' | 'bound' | undefined;
  /** It is complete, and threads wait for ever that should not. */
  readonly deadlocked: boolean;
  /** A thread failed. That counts even if another thread was cut off: nothing after it matters. */
  readonly failed: boolean;
}

const COMPLETE: Ending = { kind: 'complete', cutBy: undefined, deadlocked: false, failed: false };
const DEADLOCKED: Ending = { ...COMPLETE, deadlocked: true };
const FAILED: Ending = { ...COMPLETE, failed: true };
const BLOCKED: Ending = { ...COMPLETE, kind: 'blocked' };
const ASSUMED: Ending = { ...COMPLETE, kind: 'cut', cutBy: 'assumption' };
const FAILED_AND_ASSUMED: Ending = { ...ASSUMED, failed: true };
const BOUNDED: Ending = { ...COMPLETE, kind: 'cut', cutBy: 'bound' };
const FAILED_AND_BOUNDED: Ending = { ...BOUNDED, failed: true };

/** Classifies the end of an execution. Every search asks this, and nothing else decides it. Allocates nothing if complete. */
export function endingOf(states: LocalStates, run: FinishedRun): Ending {
  if (run.nobodyWaits === true && !states.anyCut && !states.anyFailure) return COMPLETE;
  const { local } = run;
  let failed = false;
  let exited = false;
  let wasCut = false;
  let assumed = false;
  let waits = false;
  let waitsInVain = false;
  let wouldGoOn = false;
  for (let t = 0; t < local.length; t++) {
    const state = local[t]!;
    const kind = states.kind[state]!;
    if (state === 0 || kind === DONE) continue;
    if (kind === FAIL) failed = true;
    else if (kind === EXIT) exited = true;
    else if (kind === CUT) {
      wasCut = true;
      assumed ||= states.isAssumed(state);
    } else {
      waits = true;
      waitsInVain ||= !states.anyIdle || !endsWell(states, state);
      wouldGoOn ||= kind === STUCK && readsOtherwise(states, state, (location) => run.valueAt(location));
    }
  }
  if (wasCut) return cutOff(assumed, failed);
  if (wouldGoOn || (waits && run.isOutdated?.() === true)) return BLOCKED;
  if (failed) return FAILED;
  // A failure and an exit end the program: nobody waits after that.
  return waitsInVain && !exited ? DEADLOCKED : COMPLETE;
}

/** The end of an execution that was given up because a bound was hit, of steps for instance. */
export function cutByBound(failed: boolean): Ending {
  return cutOff(false, failed);
}

function cutOff(assumed: boolean, failed: boolean): Ending {
  if (assumed) return failed ? FAILED_AND_ASSUMED : ASSUMED;
  return failed ? FAILED_AND_BOUNDED : BOUNDED;
}

/**
 * Would a thread that is stuck, having gone round a loop that changed nothing, read something else if it went round again?
 * `valueOf` is what the thread would now read at a location.
 *
 * It is values that count, not who wrote them. Where nobody can go on but threads that are stuck, and each of them has
 * read in its last round what is in memory now, each would read, do and write the same again; what its atomics then
 * write is what is there. So memory stays as it is, whoever goes round and however often: they never get out. If one
 * has read something else, it goes round again, and leaving out the round that changed nothing is leaving out nothing:
 * whoever read what an atomic of it wrote could have read the same one write before (docs/internals/decisions/0009).
 */
export function readsOtherwise(states: LocalStates, stuck: number, valueOf: (location: number) => number): boolean {
  let after = stuck;
  for (let left = states.operand[stuck]!; left > 0; left--) {
    const before = states.previous(after);
    const reads = states.kind[before] === LOAD || states.kind[before] === RMW;
    if (reads && states.via(after) !== valueOf(states.location[before]!)) return true;
    after = before;
  }
  return false;
}
