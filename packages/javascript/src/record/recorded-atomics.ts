import type { Args, Spot } from '../memory/atomics/atomic-accesses.js';
import {
  accessFunctions,
  canWait,
  natives,
  spotOf,
  toCount,
  unnamedSpotOf,
  waitArguments,
} from '../memory/atomics/atomic-accesses.js';
import type { Native } from '../memory/views/replace.js';
import { callNative, disguised, method } from '../memory/views/replace.js';
import { shared, visible } from '../memory/views/views.js';
import { current } from '../world/running/current.js';
import { LOCK } from './scheduler.js';
import type { Steps } from './steps.js';
import { ACQ_REL, OBJECT } from './steps.js';

interface AsyncResult {
  readonly async: boolean;
  readonly value: unknown;
}

// With converted arguments, natives run no code of the program.
type Wait = (view: unknown, index: number, expected: unknown, timeout: number) => unknown;
const nativeWait = natives['wait'] as Wait;
const nativeWaitAsync = natives['waitAsync'] as Wait | undefined;
const nativeNotify = natives['notify'] as (view: unknown, index: number, count: number) => number;

/** Returns `Atomics` for a recorded thread. */
export function recordedAtomics(steps: Steps): object {
  const replaced = (name: string, action: (native: Native, args: Args) => unknown): [string, Native][] => {
    const native = natives[name];
    if (native === undefined) return [];
    const replacement = method((_self, args) => action(native, args));
    return [[name, disguised(native, replacement)]];
  };
  const visibly = (name: string, action: (spot: Spot, args: Args) => unknown): [string, Native][] =>
    replaced(name, (native, args) => {
      const view = visible(args[0]);
      if (view === undefined) return callNative(native, natives, args);
      return action(spotOf(view, args, native, canWait), args);
    });
  const functions = [
    ...Object.entries(accessFunctions),
    ...visibly('wait', (spot, args) => wait(steps, spot, args)),
    ...replaced('waitAsync', (native, args) => {
      const view = shared(args[0]);
      if (view === undefined) return callNative(native, natives, args);
      const isRecorded = current.run !== undefined;
      const spot = (isRecorded ? spotOf : unnamedSpotOf)(view, args, native, canWait);
      return waitAsync(steps, spot, args, isRecorded);
    }),
    ...visibly('notify', (spot, args) => {
      const count = toCount(args[2]);
      return synchronise(steps, spot, () => nativeNotify(args[0], spot.index, count));
    }),
  ];
  const properties = Object.getOwnPropertyDescriptors(Atomics) as Record<string, PropertyDescriptor>;
  for (const [name, value] of functions) properties[name] = { ...properties[name], value };
  return Object.create(Object.prototype, properties) as object;
}

/** Takes a step of an element's list of waiters: a synchronisation object with the same address. */
function synchronise<T>(steps: Steps, { view, offset }: Spot, action: () => T): T {
  steps.baton.enter(LOCK);
  steps.write(OBJECT, 0, ACQ_REL, current.site | 0, view.memory.base + offset);
  const result = action();
  steps.baton.leave();
  return result;
}

const nothing = (): void => undefined;

function finds({ view, kind, offset }: Spot, expected: number): boolean {
  return view.memory.read(offset, kind.size, 'seq_cst') === expected;
}

/**
 * `Atomics.wait`. The native waits while others take steps. If it returns 'not-equal', the value has changed after the
 * recorded load. The loop then starts again, as if the function had been called later.
 */
function wait(steps: Steps, spot: Spot, args: Args): unknown {
  const { site } = current;
  const { expected, timeout } = waitArguments(spot, args);
  const value = spot.kind.fromWord(expected);
  const end = performance.now() + timeout;
  for (;;) {
    synchronise(steps, spot, nothing);
    if (!finds(spot, expected)) return 'not-equal';
    steps.baton.enter(0);
    steps.baton.sleep();
    const left = timeout === Infinity ? Infinity : Math.max(end - performance.now(), 0);
    const answer = nativeWait(args[0], spot.index, value, left);
    current.site = site;
    if (answer === 'not-equal') continue;
    synchronise(steps, spot, nothing);
    return answer;
  }
}

/**
 * `Atomics.waitAsync`, likewise. Before the first worker exists, only its settlement is recorded, because a worker may
 * cause it.
 */
function waitAsync(steps: Steps, spot: Spot, args: Args, isRecorded: boolean): AsyncResult {
  const { site } = current;
  const { expected, timeout } = waitArguments(spot, args);
  const value = spot.kind.fromWord(expected);
  for (;;) {
    if (isRecorded) {
      synchronise(steps, spot, nothing);
      if (!finds(spot, expected)) return { async: false, value: 'not-equal' };
    }
    const result = nativeWaitAsync!(args[0], spot.index, value, timeout) as AsyncResult;
    if (isRecorded && !result.async && result.value === 'not-equal') continue;
    if (!result.async) return result;
    const settled = (result.value as Promise<unknown>).then((answer) => {
      current.site = site;
      if (visible(args[0]) !== undefined) synchronise(steps, spot, nothing);
      return answer;
    });
    return { async: true, value: settled };
  }
}
