import type { LocalStates, ReadTest } from '@fencepost/core';
import { CUT, DONE, EXIT, FAIL, STUCK, endsWell } from '@fencepost/core';

/** An execution in which no thread can take another step, with all data needed to classify it. */
export interface FinishedRun {
  /** Last local state of each thread. 0, or an index beyond the end, means that the thread never started. */
  readonly local: Int32Array;
  /** Number of operations of all threads. */
  readonly operations: number;
  /** Returns the final value of a location. */
  valueAt(location: number): number;
  /**
   * Whether the test holds for any value that a stuck thread read in this many last operations. Values that it wrote
   * itself in these operations do not count.
   */
  someRead(t: number, operations: number, test: ReadTest): boolean;
  /** True if it is known, without examining each thread, that none waits. A shortcut for ordinary executions. */
  readonly nobodyWaits?: boolean;
  /**
   * Whether a thread waits with an old value although there is a newer one. The execution in which it reads the newer
   * one is explored as well. Called only if some thread has not ended. If absent, no thread does.
   */
  isOutdated?(): boolean;
  /** Returns the order of the calls of a complete execution (`Calls.check`), if the program makes calls. */
  callOrder?(): Int32Array | undefined;
}

/** How an execution ended. */
export interface Ending {
  /**
   * `complete`: every thread ended or waits forever. `cut`: an assumption does not hold, or a bound was hit. `blocked`:
   * a waiting thread would continue if it read again, or a thread is not followed further because another execution
   * covers it. Only complete executions show how the program ends.
   */
  readonly kind: 'complete' | 'cut' | 'blocked';
  /** The cause of the cut, if any. */
  readonly cutBy: 'assumption' | 'bound' | undefined;
  /** Whether it is complete and has threads that wait forever but should not. */
  readonly deadlocked: boolean;
  /**
   * Whether a thread is not followed further because another execution covers it. The recorded part of this execution
   * is real.
   */
  readonly abandoned: boolean;
  /**
   * Whether a thread failed. This counts even if another thread was cut off, because nothing after a failure matters.
   */
  readonly failed: boolean;
}

const COMPLETE: Ending = {
  kind: 'complete',
  cutBy: undefined,
  deadlocked: false,
  abandoned: false,
  failed: false,
};
const DEADLOCKED: Ending = { ...COMPLETE, deadlocked: true };
const FAILED: Ending = { ...COMPLETE, failed: true };
const BLOCKED: Ending = { ...COMPLETE, kind: 'blocked' };
const ABANDONED: Ending = { ...BLOCKED, abandoned: true };
const ASSUMED: Ending = { ...COMPLETE, kind: 'cut', cutBy: 'assumption' };
const FAILED_AND_ASSUMED: Ending = { ...ASSUMED, failed: true };
const BOUNDED: Ending = { ...COMPLETE, kind: 'cut', cutBy: 'bound' };
const FAILED_AND_BOUNDED: Ending = { ...BOUNDED, failed: true };

/** Classifies the end of an execution. Every search uses this function. Allocates nothing for complete executions. */
export function endingOf(states: LocalStates, run: FinishedRun): Ending {
  if (run.nobodyWaits === true && !states.anyCut && !states.anyFailure) return COMPLETE;
  const { local } = run;
  let failed = false;
  let exited = false;
  let wasCut = false;
  let wasAbandoned = false;
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
    else if (states.isAbandoned(state)) wasAbandoned = true;
    else if (kind === CUT) {
      wasCut = true;
      assumed ||= states.isAssumed(state);
    } else {
      waits = true;
      waitsInVain ||= !states.anyIdle || !endsWell(states, state);
      wouldGoOn ||= kind === STUCK && readsOtherwise(states, run, t, (location) => run.valueAt(location));
    }
  }
  if (wasCut) return cutOff(assumed, failed);
  // The iteration of a stuck thread that would go on does not count, whatever became of the others.
  if (wouldGoOn || (waits && run.isOutdated?.() === true)) return BLOCKED;
  if (wasAbandoned) return ABANDONED;
  if (failed) return FAILED;
  // A failure or an exit ends the program: no thread waits after that.
  return waitsInVain && !exited ? DEADLOCKED : COMPLETE;
}

/** Returns the ending of an execution abandoned at a bound, for example on steps. */
export function cutByBound(failed: boolean): Ending {
  return cutOff(false, failed);
}

function cutOff(assumed: boolean, failed: boolean): Ending {
  if (assumed) return failed ? FAILED_AND_ASSUMED : ASSUMED;
  return failed ? FAILED_AND_BOUNDED : BOUNDED;
}

/**
 * Whether a stuck thread, which completed a loop iteration that changed nothing, would read another value in another
 * iteration. `valueOf` returns the value that the thread would now read at a location.
 *
 * Values count, not the writes they come from. Suppose that only stuck threads could run, and that each has read in its
 * last iteration what is in memory now, or what it wrote itself in that iteration. Each would read, do and write the
 * same again, and would leave the values already in memory. So memory stays the same, however often they iterate: they
 * never leave their loops. If one has read another value, it iterates again, and dropping the iteration that changed
 * nothing loses nothing: a thread that read from one of its atomics could have read the same value one write earlier
 * (docs/internals/decisions/0009).
 */
export function readsOtherwise(
  states: LocalStates,
  run: Pick<FinishedRun, 'local' | 'someRead'>,
  t: number,
  valueOf: (location: number) => number,
): boolean {
  return run.someRead(t, states.operand[run.local[t]!]!, (location, value) => value !== valueOf(location));
}
