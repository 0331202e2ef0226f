import type { Operation } from '@fencepost/core';
import type { Context } from '../context/context.js';
import type { Position, Role } from './world.js';
import { World } from './world.js';
import { recording } from '../time/segments.js';

/** Thrown to suspend a run at an operation whose result is not known yet. Only the run may catch it. */
export const SUSPENDED: object = Object.freeze({ toString: () => 'this run of the thread is abandoned' });

/** Suspends the run. */
export function suspend(): never {
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- it must not be taken for an error
  throw SUSPENDED;
}

/** A loop, each time it is entered. */
export interface EnteredLoop {
  /** Its site. */
  readonly loop: number;
  /** Whether the loop ends when a counter compares differently. */
  readonly counted: boolean;
  /** Its counters, at its head. */
  readonly counters: CounterValue[];
  /** By counter: amount added for iterations that are passed over. */
  passed: readonly number[];
}

/** A variable that a loop only steps by a constant and compares. */
export interface CounterValue {
  readonly value: unknown;
  /** Values with which it is compared. */
  readonly limits: readonly unknown[];
}

/** Records the changes of a run to its own objects. */
export interface Noting {
  /**
   * Notes that part of an object may be about to change. `remember` returns a function that checks whether it is
   * unchanged.
   */
  note(object: object, part: PropertyKey, remember: () => () => boolean): void;
}

/** One run of a thread, from its start with the known results. */
export interface Run {
  /** Handle of the thread. */
  readonly thread: number;
  /** Whether it reads a single location, so that it must not read a block for one of its bytes. */
  readonly readsOnePlace: boolean;
  /**
   * Returns the result of the thread's next visible operation (the site is filled in here). `guess`: the result if no
   * other thread interferes. Throws SUSPENDED.
   */
  perform(operation: Operation, guess: number): number;
  /** Its changes to its own objects. */
  readonly mutations: Noting;
  /** Number of visible operations. */
  readonly operations: number;
  /** Number of operations that could have read a write of another thread. */
  readonly readings: number;
  /** Whether a loop has been entered. */
  readonly hasLooped: boolean;
  /** Makes a nondeterministic choice: both results are explored. False is the more natural one. */
  toss(): boolean;
  /** Does not follow this execution further, because another one has the same results. Throws SUSPENDED. */
  abandon(): void;
  /**
   * Called at the head of a loop, with its site. `entered`: distinguishes loops at the same site that were entered
   * separately.
   */
  head(loop: number, carried: readonly unknown[], entered?: EnteredLoop): void;
  /**
   * Called at the head of a plain loop, before `head`. `variables`: undefined if the loop is not plain after all.
   * `isAfterLoad`: a variable was loaded directly before the loop.
   */
  plain?(entered: EnteredLoop, isAfterLoad: boolean, variables: readonly (number | undefined)[] | undefined): void;
  /** Records the author's declaration that the loop waits. */
  spin(): void;
  /** Throws SUSPENDED if the run was suspended and the program has caught the exception. */
  caught(): void;
  /** Number of the next thread that this one starts, from 1. */
  nextChild(): number;
}

/** The running world, run and site. One world runs at a time, synchronously. */
export interface Current extends Omit<Position, 'run'> {
  world: World | undefined;
  /** Undefined in set-up code and in checks of the end, which are not explored. */
  run: Run | undefined;
}

/**
 * One object per process (and thus for each of its worker threads): natives and globals exist only once, and must find
 * the world they are called in. Several checks may take turns, as each restores the previous state.
 */
export const current: Current = { world: undefined, run: undefined, site: 0 };

/** Returns the running world; instrumented code always runs in one. */
export function theWorld(): World {
  if (current.world === undefined) throw new Error('instrumented code runs outside of a world');
  return current.world;
}

/** Creates a world and makes it current. No thread runs in it yet. */
export function enterWorld(context: Context, role: Role): World {
  const world = new World(context, role, current);
  makeCurrent(world, undefined, 0);
  return world;
}

/** Runs an action that changes `current`, and restores it. */
export function keepingCurrent<T>(action: () => T): T {
  const { world, run, site } = current;
  const { stackTraceLimit } = Error;
  try {
    return action();
  } finally {
    makeCurrent(world, run, site);
    // What the program has set must not be seen by the next run. It cannot be an accessor: V8 would ignore it.
    if (Error.stackTraceLimit !== stackTraceLimit) Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Hook called when instrumented code starts or stops running in this process. */
export const border = { cross: (_isWorld: boolean): void => undefined };

/** Sets `current` without `Object.assign`, which is replaced, and slower. */
function makeCurrent(world: World | undefined, run: Run | undefined, site: number): void {
  if ((current.world === undefined) !== (world === undefined)) border.cross(world !== undefined);
  recording.segments = undefined;
  current.world = world;
  current.run = run;
  current.site = site;
}
