import type { InstrumentName } from '../transform/text/instrumented.js';
import type { EnteredLoop } from '../world/running/current.js';
import { current, suspend, theWorld } from '../world/running/current.js';
import { effects } from '../world/time/effects.js';
import { arg, at, base, cons, field, inc, name, pat, r, ref, w } from '../memory/instruments/member-instruments.js';
import { test } from '../memory/atomics/tested-loads.js';
import { key, part, whole } from '../memory/instruments/pattern-keys.js';
import { proto } from '../memory/natives/reflection.js';
import { endingOf } from '../synchronisation/termination.js';
import { asyncInstruments } from '../async/async-functions.js';
import { functionKinds } from '../async/function-kinds.js';
import { indirect, text } from '../globals/code-in-texts.js';
import { self } from '../globals/globals.js';
import { closed } from '../world/objects/closed-checks.js';
import { guard } from '../world/running/guard.js';
import { bound, id } from './calls.js';
import { optionalChains } from './optional-chains.js';
import { callback, called, callee, calls } from './examined-calls.js';
import { iterated, touch, touched } from './mutation-tracking.js';
import type { Path } from './plain-loops.js';
import { isPlain } from './plain-loops.js';
import { segmentInstruments as seg } from './segment-instruments.js';

/** Called when a loop starts. */
function enter(loop: number, counted?: 1): EnteredLoop {
  return { loop, counted: counted === 1, counters: [], passed: [] };
}

/** Reports a counter at the head of a loop. */
function count(entered: EnteredLoop, value: unknown, ...limits: readonly unknown[]): void {
  if (current.run !== undefined) entered.counters.push({ value, limits });
}

/** Returns the value of a counter after the head, increased by the iterations passed over. */
function pass(entered: EnteredLoop, index: number, value: unknown): unknown {
  const by = entered.passed[index] ?? 0;
  return by === 0 ? value : (value as number) + by;
}

/** Called at the head of a loop; `carried`: the variables that keep their values between iterations. */
function head(entered: EnteredLoop, ...carried: readonly unknown[]): true {
  if (current.run === undefined) return true;
  entered.passed = [];
  current.run.head(entered.loop, carried, entered);
  entered.counters.length = 0;
  return true;
}

/** Called at the head of a plain loop. `isAfterLoad`: a variable has just been loaded. */
function plain(
  entered: EnteredLoop,
  isAfterLoad: 0 | 1,
  views: readonly Path[],
  numbers: readonly Path[],
  ...variables: readonly unknown[]
): void {
  if (current.run?.plain === undefined) return;
  const known = isPlain(views, numbers, variables) ? (variables as readonly (number | undefined)[]) : undefined;
  current.run.plain(entered, isAfterLoad === 1, known);
}

/** Notes a change that outlives an iteration. */
function effect<T>(value: T): T {
  effects.count++;
  return value;
}

/**
 * Called at the start of each catch and finally: the program must not catch the exceptions that suspend a run,
 * terminate a worker, or refuse an operation.
 */
function caught<T>(error?: T): T | undefined {
  guard(error);
  if (current.run !== undefined) {
    current.run.caught();
    if (endingOf(theWorld()).isTerminated) suspend();
  }
  return error;
}

/** Names a default export that has no name of its own. */
function anonymous<T extends object>(value: T): T {
  return Object.defineProperty(value, 'name', { value: 'default', configurable: true });
}

/** Creates the instruments of one program, for all its worlds (see INSTRUMENTS in transform/instrumented.ts). */
export function createInstruments() {
  return {
    ...asyncInstruments,
    ...functionKinds,
    ...optionalChains(),
    r, w, inc, ref, pat, part, key, whole, at, arg, cons, base, field, proto, text, indirect, name, caught, enter, count, plain, test, head, pass, effect, touch, touched, called, calls, callee, callback, iterated, id, bound, closed, anonymous, self, seg,
  } satisfies Record<InstrumentName, unknown>; // prettier-ignore
}
