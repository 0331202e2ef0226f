import type { RmwFunction } from '@fencepost/core';
import { current } from '../../world/running/current.js';
import { noteEffect } from '../../world/time/effects.js';
import { toIndex, toInteger } from '../views/coercions.js';
import type { Element, ElementKind } from '../model/kinds.js';
import { toBigInt } from '../model/kinds.js';
import type { Native } from '../views/replace.js';
import { callNative, disguised, method } from '../views/replace.js';
import type { SharedView } from '../views/views.js';
import { shared } from '../views/views.js';
import { nameElement } from '../views/visible-accesses.js';
import { TestedLoad } from './tested-loads.js';

/** The original functions of `Atomics`. */
export const natives = Atomics as unknown as Readonly<Record<string, Native | undefined>>;
const BAD_INDEX = 'Invalid atomic access index';

/** An element accessed by a function of `Atomics`. */
export interface Spot {
  readonly view: SharedView;
  readonly kind: ElementKind;
  readonly index: number;
  readonly offset: number;
}

export type Args = readonly unknown[];

type IsRight = (kind: ElementKind) => boolean;

/**
 * Returns the element that the first two arguments denote, and names it; throws the native's error for invalid
 * arguments.
 */
export function spotOf(view: SharedView, args: Args, native: Native, isRight: IsRight): Spot {
  const spot = unnamedSpotOf(view, args, native, isRight);
  nameElement(view, spot.index);
  return spot;
}

/** Like `spotOf`, for use outside threads, where memory gets no names. */
export function unnamedSpotOf(view: SharedView, args: Args, native: Native, isRight: IsRight): Spot {
  const { kind } = view;
  if (kind === undefined || !isRight(kind)) throw failureOf(native, args);
  const index = toIndex(args[1], BAD_INDEX);
  if (index >= view.length) throw new RangeError(BAD_INDEX);
  return { view, kind, index, offset: view.offset + index * kind.size };
}

/** Returns the native's error for an invalid first argument; the native then does not read the others. */
function failureOf(native: Native, args: Args): unknown {
  try {
    callNative(native, undefined, [args[0], 0, 0]);
  } catch (error) {
    return error;
  }
  return new TypeError('[object Array] is not an integer typed array.');
}

const isInteger = (kind: ElementKind): boolean => kind.isAtomic;
/** Returns whether a thread can wait for elements of this kind. */
export const canWait = ({ name }: ElementKind): boolean => name === 'Int32' || name === 'BigInt64';

/** Converts a value as the functions of `Atomics` do. */
function convert({ kind }: Spot, value: unknown): Element {
  return kind.isBig ? toBigInt(value) : toInteger(value);
}

function load({ view, kind, offset }: Spot, [, , test]: Args): Element {
  const isTested = test instanceof TestedLoad && !kind.isBig;
  const learns = isTested ? (word: number) => test.isTrue(kind.fromWord(word)) : undefined;
  return kind.fromWord(view.memory.read(offset, kind.size, 'seq_cst', false, learns));
}

function store(spot: Spot, [, , value]: Args): Element {
  const { view, kind, offset } = spot;
  // `Atomics.store` returns the number before truncation.
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

/** Accesses memory of the thread alone; counts as an effect only if the value changes, like an assignment. */
function accessOwn(native: Native, args: Args): unknown {
  const element = (): unknown => (args[0] as Readonly<Record<number, unknown>>)[args[1] as number];
  const before = ArrayBuffer.isView(args[0]) ? element() : undefined;
  const result = callNative(native, natives, args);
  if (!Object.is(before, element())) noteEffect();
  return result;
}

/** Returns a function of `Atomics` that is native except for shared views in threads. */
function accessing(name: string, access: (spot: Spot, args: Args) => unknown): Native {
  const native = natives[name]!;
  const replacement = method((_self, args) => {
    // Buffers are numbered in the order of first use, including set-up code.
    const view = shared(args[0]);
    if (current.run === undefined) return callNative(native, natives, args);
    if (view === undefined) return accessOwn(native, args);
    return access(spotOf(view, args, native, isInteger), args);
  });
  return disguised(native, replacement);
}

/** Expected value and timeout of `wait`. */
export interface WaitArguments {
  readonly expected: number;
  readonly timeout: number;
}

/** Converts the third and fourth argument. Undefined converts to 0, which is then the expected value. */
export function waitArguments({ kind }: Spot, [, , value, timeout]: Args): WaitArguments {
  const expected = kind.toWord(value);
  return { expected, timeout: toTimeout(timeout) };
}

/** Converts a timeout in milliseconds. */
export function toTimeout(value: unknown): number {
  const time = Math.max(value as number, 0);
  return Number.isNaN(time) ? Infinity : time;
}

/** Functions that only access memory. */
export const accessFunctions: Readonly<Record<string, Native>> = {
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
};

/** Returns the number of waiters that `notify` wakes. */
export function toCount(value: unknown): number {
  return value === undefined ? Infinity : Math.max(toInteger(value), 0);
}
