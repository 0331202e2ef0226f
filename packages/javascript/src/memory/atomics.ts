import type { RmwFunction } from '@fencepost/core';
import { current } from '../world/current.js';
import { defineGlobal } from '../world/global-names.js';
import { ModelPromise } from '../async/promise.js';
import { unsupported } from '../world/unsupported.js';
import { nameElement } from './visible-accesses.js';
import { toIndex, toInteger } from './coercions.js';
import type { Element, ElementKind } from './kinds.js';
import { toBigInt } from './kinds.js';
import type { Native } from './replace.js';
import { callNative, disguised, method } from './replace.js';
import type { SharedView } from './views.js';
import { shared, visible } from './views.js';
import * as waiting from './waiting.js';

const natives = Atomics as unknown as Readonly<Record<string, Native | undefined>>;
const BAD_INDEX = 'Invalid atomic access index';

interface Spot {
  readonly view: SharedView;
  readonly kind: ElementKind;
  readonly index: number;
  readonly offset: number;
}

type Args = readonly unknown[];

/** The element that the first two arguments denote; the native throws for invalid ones. */
function spotOf(view: SharedView, args: Args, native: Native, isRight: (kind: ElementKind) => boolean): Spot {
  const { kind } = view;
  if (kind === undefined || !isRight(kind)) throw failureOf(native, args);
  const index = toIndex(args[1], BAD_INDEX);
  if (index >= view.length) throw new RangeError(BAD_INDEX);
  nameElement(view, index);
  return { view, kind, index, offset: view.offset + index * kind.size };
}

/** The first argument is invalid, so the native does not read the others. */
function failureOf(native: Native, args: Args): unknown {
  try {
    callNative(native, undefined, [args[0], 0, 0]);
  } catch (error) {
    return error;
  }
  return new TypeError('[object Array] is not an integer typed array.');
}

const isInteger = (kind: ElementKind): boolean => kind.isAtomic;
const canWait = ({ name }: ElementKind): boolean => name === 'Int32' || name === 'BigInt64';

/** A value as the functions of `Atomics` convert it. */
function convert({ kind }: Spot, value: unknown): Element {
  return kind.isBig ? toBigInt(value) : toInteger(value);
}

function load({ view, kind, offset }: Spot): Element {
  return kind.fromWord(view.memory.read(offset, kind.size, 'seq_cst'));
}

function store(spot: Spot, [, , value]: Args): Element {
  const { view, kind, offset } = spot;
  // The result is the number before it is truncated.
  const converted = convert(spot, value);
  view.memory.write(offset, kind.size, kind.toWord(converted), 'seq_cst');
  return converted;
}

function modify(fn: Exclude<RmwFunction, 'cas'>): (spot: Spot, args: Args) => Element {
  return (spot, [, , value]) => {
    const { view, kind, offset } = spot;
    const operand = kind.toWord(convert(spot, value));
    return kind.fromWord(view.memory.modify(offset, kind.size, fn, operand));
  };
}

function compareExchange(spot: Spot, [, , expected, replacement]: Args): Element {
  const { view, kind, offset } = spot;
  const expectedWord = kind.toWord(convert(spot, expected));
  const word = kind.toWord(convert(spot, replacement));
  return kind.fromWord(view.memory.modify(offset, kind.size, 'cas', word, expectedWord));
}

/** A function of `Atomics` that is native except for shared views in threads. */
function accessing(name: string, access: (spot: Spot, args: Args) => unknown): Native {
  const native = natives[name]!;
  const replacement = method((_self, args) => {
    // Buffers are numbered in the order of first use, including set-up code.
    const view = shared(args[0]);
    if (view === undefined || current.run === undefined) return callNative(native, natives, args);
    return access(spotOf(view, args, native, isInteger), args);
  });
  return disguised(native, replacement);
}

interface WaitArguments {
  readonly expected: number;
  readonly timeout: number;
}

/** The third and fourth argument. As everywhere, undefined converts to 0, which is then the expected value. */
function waitArguments({ kind }: Spot, [, , value, timeout]: Args): WaitArguments {
  const expected = kind.toWord(value);
  return { expected, timeout: toTimeout(timeout) };
}

/** In milliseconds. */
function toTimeout(value: unknown): number {
  const time = Math.max(value as number, 0);
  return Number.isNaN(time) ? Infinity : time;
}

/** Nothing could wake set-up code, so it must not wait. */
function waitAlone(name: string, args: Args): { readonly answer: 'not-equal' | 'timed-out'; readonly timeout: number } {
  const answer = callNative(natives['wait']!, natives, [args[0], args[1], args[2], 0]) as 'not-equal' | 'timed-out';
  const timeout = toTimeout(args[3]);
  if (answer === 'not-equal' || timeout < Infinity) return { answer, timeout };
  throw unsupported(
    `set-up code waits in ${name}, and nobody can wake it`,
    'wait in a thread: set-up code, and what comes after the threads, runs alone',
  );
}

const functions: Readonly<Record<string, Native>> = {
  load: accessing('load', load),
  store: accessing('store', store),
  add: accessing('add', modify('add')),
  sub: accessing('sub', modify('sub')),
  and: accessing('and', modify('and')),
  or: accessing('or', modify('or')),
  xor: accessing('xor', modify('xor')),
  exchange: accessing('exchange', modify('exchange')),
  compareExchange: accessing('compareExchange', compareExchange),
  isLockFree: natives['isLockFree']!,

  wait(...args: Args) {
    if (current.run === undefined) return waitAlone('Atomics.wait', args).answer;
    const view = visible(args[0]);
    // Not shared: the native throws.
    if (view === undefined) return callNative(natives['wait']!, natives, args);
    const spot = spotOf(view, args, natives['wait']!, canWait);
    const { expected, timeout } = waitArguments(spot, args);
    return waiting.wait(spot, expected, timeout);
  },

  waitAsync(...args: Args) {
    if (current.run === undefined) {
      const { answer, timeout } = waitAlone('Atomics.waitAsync', args);
      const isLate = answer === 'timed-out' && timeout > 0;
      return isLate ? { async: true, value: ModelPromise.resolve(answer) } : { async: false, value: answer };
    }
    const view = visible(args[0]);
    if (view === undefined) return callNative(natives['waitAsync']!, natives, args);
    const spot = spotOf(view, args, natives['waitAsync']!, canWait);
    const { expected, timeout } = waitArguments(spot, args);
    return waiting.waitAsync(spot, expected, timeout);
  },

  notify(...args: Args) {
    const view = visible(args[0]);
    if (view === undefined) return callNative(natives['notify']!, natives, args);
    const spot = spotOf(view, args, natives['notify']!, canWait);
    const count = args[2] === undefined ? Infinity : Math.max(toInteger(args[2]), 0);
    return waiting.notify(spot, count);
  },

  /** Not in all versions of Node. */
  pause: () => undefined,
};

/** `Atomics` of instrumented code. */
export const WorldAtomics: object = Object.defineProperties(
  {},
  {
    ...Object.fromEntries(
      Object.entries(functions).map(([name, value]) => {
        const native = natives[name];
        if (native !== undefined && native !== value) disguised(native, value);
        return [name, { value, writable: true, configurable: true }];
      }),
    ),
    [Symbol.toStringTag]: { value: 'Atomics', configurable: true },
  },
);
defineGlobal('Atomics', WorldAtomics);
