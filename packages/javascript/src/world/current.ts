import type { Operation } from '@fencepost/core';
import type { Context } from './context.js';
import type { Position, Role } from './world.js';
import { World } from './world.js';

/** Thrown to suspend a run at an operation whose result is not known yet. Only the run may catch it. */
export const SUSPENDED: object = Object.freeze({ toString: () => 'this run of the thread is given up' });

/** Suspends the run. */
export function suspend(): never {
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- nobody is to take it for an error
  throw SUSPENDED;
}

/** A loop, each time it is entered. */
export interface EnteredLoop {
  /** Its site. */
  readonly loop: number;
  /** Is it left when a counter compares differently? */
  readonly counted: boolean;
  /** Its counters, at its head. */
  readonly counters: CounterValue[];
  /** By counter: what is added to it, for iterations that are passed over. */
  passed: readonly number[];
}

/** A variable that a loop only steps by a constant and compares. */
export interface CounterValue {
  readonly value: unknown;
  /** What it is compared with. */
  readonly limits: readonly unknown[];
}

/** Records what a run does to its own objects. */
export interface Noting {
  /** Part of an object may be about to change. `remember` returns a function that checks whether it is unchanged. */
  note(object: object, part: PropertyKey, remember: () => () => boolean): void;
}

/** One run of a thread, from its start with the known results. */
export interface Run {
  /** Handle of the thread. */
  readonly thread: number;
  /** It reads one place: not a block for one of its bytes. */
  readonly readsOnePlace: boolean;
  /**
   * The result of the thread's next visible operation (the site is filled in here). `guess`: what it would be if no
   * other thread came in between. Throws SUSPENDED.
   */
  perform(operation: Operation, guess: number): number;
  /** What it does to its own objects. */
  readonly mutations: Noting;
  /** Number of visible operations so far. */
  readonly operations: number;
  /** How many of them could have read what another thread has done. */
  readonly readings: number;
  /** Has a loop been entered? */
  readonly hasLooped: boolean;
  /** Decides what is not determined: both are explored. False is the more natural. */
  toss(): boolean;
  /**
   * The head of a loop is reached, by its site. `entered`: distinguishes loops at the same site that were entered
   * separately.
   */
  head(loop: number, carried: readonly unknown[], entered?: EnteredLoop): void;
  /** The author declares that the loop waits. */
  spin(): void;
  /** Throws SUSPENDED if the run was suspended: the program has caught it. */
  caught(): void;
  /** Number of the next thread that this one starts, from 1. */
  nextChild(): number;
}

/** What runs now. There is one world at a time, and it runs synchronously. */
export interface Current extends Omit<Position, 'run'> {
  world: World | undefined;
  /** Undefined: set-up code, and checks of the end, which are not explored. */
  run: Run | undefined;
}

/**
 * One for the process (and thus for each of its worker threads): natives and globals exist only once, and must find the
 * world they are called in. Several checks may take turns, as each restores the previous state.
 */
export const current: Current = { world: undefined, run: undefined, site: 0 };

/** The running world; instrumented code always runs in one. */
export function theWorld(): World {
  if (current.world === undefined) throw new Error('instrumented code runs outside of a world');
  return current.world;
}

/** Makes a world, which becomes the current one. No thread runs in it yet. */
export function enterWorld(context: Context, role: Role): World {
  const world = new World(context, role, current);
  makeCurrent(world, undefined, 0);
  return world;
}

/** Runs something that changes what is current, and restores it. */
export function keepingCurrent<T>(action: () => T): T {
  const { world, run, site } = current;
  try {
    return action();
  } finally {
    makeCurrent(world, run, site);
  }
}

/** What is done when instrumented code begins or ends to run in this process. */
export const border = { cross: (_isWorld: boolean): void => undefined };

/** Without `Object.assign`, which is replaced, and slower. */
function makeCurrent(world: World | undefined, run: Run | undefined, site: number): void {
  if ((current.world === undefined) !== (world === undefined)) border.cross(world !== undefined);
  current.world = world;
  current.run = run;
  current.site = site;
}
