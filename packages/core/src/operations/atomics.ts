import { decodeWide, encodeWide } from './wide-words.js';

/** Functions of read-modify-writes. `exchange` and `cas` store their operand. */
export type RmwFunction =
  | 'add'
  | 'sub'
  | 'and'
  | 'or'
  | 'xor'
  | 'exchange'
  | 'cas'
  | 'nand'
  | 'max'
  | 'min'
  | 'umax'
  | 'umin';
/** All functions. The number of a function is its index here. */
export const RMW_FUNCTIONS: readonly RmwFunction[] = [
  'add', 'sub', 'and', 'or', 'xor', 'exchange', 'cas', 'nand', 'max', 'min', 'umax', 'umin',
]; // prettier-ignore
/** The number of the compare-and-swap. */
export const CAS = RMW_FUNCTIONS.indexOf('cas');
/** Number of the function for steps of synchronisation objects. */
export const TRANSITION = RMW_FUNCTIONS.length;
const EXCHANGE = RMW_FUNCTIONS.indexOf('exchange');
const FIRST_UNSIGNED = RMW_FUNCTIONS.indexOf('umax');

/** Number of bits of a value. */
export type Width = 8 | 16 | 32 | 64 | 128;
/** Widths by index. Ordinary words come first: their code is the function's number. */
const WIDTHS: readonly Width[] = [32, 8, 16, 64, 128];
const FUNCTION_BITS = 4;
const FUNCTION_MASK = (1 << FUNCTION_BITS) - 1;

/** Encodes a function and a width as one small integer. */
export function encodeFunction(fn: RmwFunction | 'transition', width: Width): number {
  return (fn === 'transition' ? TRANSITION : RMW_FUNCTIONS.indexOf(fn)) | (WIDTHS.indexOf(width) << FUNCTION_BITS);
}

/** Returns the number of the function in such an integer, without the width. */
export function functionOf(code: number): number {
  return code & FUNCTION_MASK;
}

/**
 * One step of a synchronisation object (a semaphore, a condition variable): a pure function of the word that represents
 * its state. It writes nothing if the state stays the same.
 */
export interface Transition {
  /** Identifies the transition. A final part in parentheses is not shown to users. */
  readonly key: string;
  /** Condition that the step waits for. */
  readonly ready?: (old: number) => boolean;
  readonly apply: (old: number) => number;
  /** Whether it takes a lock or a similar object: it acquires, and releases nothing. Other steps do both. */
  readonly takesLock?: boolean;
  /**
   * Whether it orders nothing and drains nothing, as reading a clock. Steps of its object are still totally ordered.
   */
  readonly ordersNothing?: boolean;
  /**
   * Whether it orders nothing if it changes nothing: a lock that was not free, an inspection of a value. Other steps
   * then acquire.
   */
  readonly failsRelaxed?: boolean;
  /** Whether later steps come after it even if it changes nothing: it writes back the value it has read. */
  readonly alwaysWrites?: boolean;
  /** Whether its words are numbers of states in order of discovery, so that the numbers themselves have no meaning. */
  readonly numbersStates?: boolean;
  /**
   * Whether a thread that waits here has nothing to do (an event loop without work). The program can end without waking
   * it.
   */
  readonly idle?: boolean;
  /**
   * Returns a state from which the thread learns as much as from the old one, for steps that change something. The
   * thread continues with that state, so states that it cannot distinguish lead to one local state. The returned state
   * must be ready, and change, where the old one is and does. Default: the old state.
   */
  readonly learned?: (old: number) => number;
}

/**
 * Returns the state with which the thread continues after a step. A step that changes nothing may be part of a loop
 * that waits for another state.
 */
export function learnedFrom({ apply, learned }: Transition, old: number): number {
  return learned === undefined || apply(old) === old ? old : learned(old);
}

/**
 * Returns the value that a read-modify-write stores, by encoded function; not for transitions, nor for a failing
 * compare-and-swap. Values of 8 and 16 bits are unsigned.
 */
export function rmwResult(code: number, old: number, operand: number): number {
  const fn = code & FUNCTION_MASK;
  if (fn === EXCHANGE || fn === CAS) return operand;
  switch (code >> FUNCTION_BITS) {
    case 0:
      return compute(fn, old, operand) | 0;
    case 1:
      return narrow(fn, old, operand, 24) & 0xff;
    case 2:
      return narrow(fn, old, operand, 16) & 0xffff;
    case 3:
      return encodeWide(computeWide(fn, decodeWide(old), decodeWide(operand), 64));
    default:
      return encodeWide(computeWide(fn, decodeWide(old), decodeWide(operand), 128), 128);
  }
}

function narrow(fn: number, old: number, operand: number, spare: number): number {
  if (fn >= FIRST_UNSIGNED) return compute(fn, old, operand);
  return compute(fn, (old << spare) >> spare, (operand << spare) >> spare);
}

/** Computes a function by its index in `RMW_FUNCTIONS`. */
function compute(fn: number, old: number, operand: number): number {
  switch (fn) {
    case 0:
      return old + operand;
    case 1:
      return old - operand;
    case 2:
      return old & operand;
    case 3:
      return old | operand;
    case 4:
      return old ^ operand;
    case 7:
      return ~(old & operand);
    case 8:
      return Math.max(old, operand);
    case 9:
      return Math.min(old, operand);
    case 10:
      return Math.max(old >>> 0, operand >>> 0);
    case 11:
      return Math.min(old >>> 0, operand >>> 0);
    default:
      throw new RangeError(`no function ${fn}`);
  }
}

function computeWide(fn: number, old: bigint, operand: bigint, bits: 64 | 128): bigint {
  const unsigned = (value: bigint): bigint => BigInt.asUintN(bits, value);
  switch (fn) {
    case 0:
      return old + operand;
    case 1:
      return old - operand;
    case 2:
      return old & operand;
    case 3:
      return old | operand;
    case 4:
      return old ^ operand;
    case 7:
      return ~(old & operand);
    case 8:
      return old > operand ? old : operand;
    case 9:
      return old < operand ? old : operand;
    case 10:
      return unsigned(old) > unsigned(operand) ? old : operand;
    case 11:
      return unsigned(old) < unsigned(operand) ? old : operand;
    default:
      throw new RangeError(`no function ${fn}`);
  }
}
