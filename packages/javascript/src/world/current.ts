import type { Operation } from '@fencepost/core';
import type { Context } from './context.js';
import type { Position, Role } from './world.js';
import { World } from './world.js';

/** Thrown to give up a run at an operation whose result is not known yet. Nobody but the run may keep it from getting out. */
export const SUSPENDED: object = Object.freeze({ toString: () => 'this run of the thread is given up' });

/** Gives up the run. */
export function suspend(): never {
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- nobody is to take it for an error
  throw SUSPENDED;
}

/** A loop, each time that it begins. */
export interface EnteredLoop {
  /** Its site. */
  readonly loop: number;
}

/** Keeps account of what a run does to objects of its own. */
export interface Noting {
  /** Part of an object may be about to change. `remember` gives a function that says whether it is as it was. */
  note(object: object, part: PropertyKey, remember: () => () => boolean): void;
}

/** One run of a thread, from its beginning with the results that are known. */
export interface Run {
  /** Handle of the thread. */
  readonly thread: number;
  /**
   * The result of the thread's next visible operation (the site is put in here). `guess`: what it would be if no other
   * thread came in between. Throws SUSPENDED.
   */
  perform(operation: Operation, guess: number): number;
  /** What it does to objects of its own. */
  readonly mutations: Noting;
  /** Number of visible operations so far. */
  readonly operations: number;
  /** The head of a loop is reached, by its site. `entered`: what in one place is several loops, if it is entered again. */
  head(loop: number, carried: readonly unknown[], entered?: EnteredLoop): void;
  /** The author says that the loop waits. */
  spin(): void;
  /** Throws SUSPENDED if the run has been given up: somebody has caught it. */
  caught(): void;
  /** Number of the next thread that this one starts, from 1. */
  nextChild(): number;
}

/** What runs now. There is one world at a time, and what it does is synchronous. */
export interface Current extends Position {
  world: World | undefined;
  /** Undefined: set-up code, and checks after the end, which are not explored. */
  run: Run | undefined;
}

/**
 * One for the process (and thus for each of its worker threads): natives and globals, of which there is only one set, must
 * find the world that they are called in. Several checks may take turns, as whoever runs one puts back what was.
 */
export const current: Current = { world: undefined, run: undefined, site: 0 };

/** The world that runs now; instrumented code runs in one always. */
export function theWorld(): World {
  if (current.world === undefined) throw new Error('instrumented code runs outside of a world');
  return current.world;
}

/** Makes a world, which is the current one from now on. No thread runs in it yet. */
export function enterWorld(context: Context, role: Role): World {
  const world = new World(context, role, current);
  Object.assign(current, { world, run: undefined, site: 0 });
  return world;
}

/** Runs something that changes what is current, and puts back what was. */
export function keepingCurrent<T>(action: () => T): T {
  const before = { ...current };
  try {
    return action();
  } finally {
    Object.assign(current, before);
  }
}
