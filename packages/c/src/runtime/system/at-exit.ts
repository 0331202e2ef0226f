import type { Site } from '@fencepost/core';
import { InternedStates, transform } from '@fencepost/core';
import { functions } from '../base/define.js';
import { EXIT_FUNCTIONS, QUICK_EXIT_FUNCTIONS } from '../base/places.js';
import type { Steps, ThreadServices } from '../base/services.js';

/** A function to call when the program ends: with an argument (C++ destructors) or without. */
type ExitFunction = readonly [fn: number, argument?: number];

const lists = new InternedStates<readonly ExitFunction[]>([]);
const takeLast = lists.step('take a function to run at exit', (list) => list.slice(0, -1));

function* register(place: number, entry: ExitFunction, site: Site | undefined): Steps<number> {
  const add = lists.step(`register a function to run at exit: ${entry.join(' ')}`, (list) => [...list, entry]);
  yield transform(place, add, site);
  return 0;
}

function* runAll(thread: ThreadServices, place: number, site: Site | undefined): Steps<void> {
  for (;;) {
    const last = lists.decode(yield transform(place, takeLast, site)).at(-1);
    if (last === undefined) return;
    const [fn, argument] = last;
    yield* thread.call(argument === undefined ? '__fp_call' : '__fp_call1', fn, BigInt(argument ?? 0));
  }
}

const REGISTERING = ['atexit', '__cxa_atexit'];

/** Whether the program may register functions for its end. */
export function mayRunAtExit(thread: ThreadServices): boolean {
  return REGISTERING.some((name) => thread.uses(name));
}

/** Runs the functions of `atexit`, last registered first. Other threads continue meanwhile. */
export function* runExitFunctions(thread: ThreadServices, site: Site | undefined): Steps<void> {
  if (mayRunAtExit(thread)) yield* runAll(thread, EXIT_FUNCTIONS, site);
}

/** Runs the functions of `at_quick_exit`, last registered first. */
export function* runQuickExitFunctions(thread: ThreadServices, site: Site | undefined): Steps<void> {
  if (thread.uses('at_quick_exit')) yield* runAll(thread, QUICK_EXIT_FUNCTIONS, site);
}

/** `atexit` and related functions. */
export const atExit = functions({
  atexit: (_thread, site, fn) => register(EXIT_FUNCTIONS, [fn], site),
  at_quick_exit: (_thread, site, fn) => register(QUICK_EXIT_FUNCTIONS, [fn], site),
  /** Registers destructors of globals and of local statics (Itanium C++ ABI 3.3.6.3). */
  __cxa_atexit: (_thread, site, fn, object) => register(EXIT_FUNCTIONS, [fn, object], site),
  __cxa_finalize: () => undefined,
});
