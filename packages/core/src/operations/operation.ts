import type { Site } from '../common/errors.js';
import type { RmwFunction, Transition, Width } from './atomics.js';
import type { MemoryOrder } from './orders.js';
import { failureOrderOf } from './orders.js';

// Visible operations; everything else a thread does is local. Kinds and functions are small integers because the hot
// loops switch on them. A mutex is a location with its own read-modify-writes (`lock`, `unlock` below). An await is a
// load with a condition.

/** Reads a value. */
export const LOAD = 0;
/** Writes a value, or issues a store of it. */
export const STORE = 1;
/** Reads and writes atomically. A failing compare-and-swap only reads. */
export const RMW = 2;
/** Orders the operations before and after it; has no location. */
export const FENCE = 3;
/** Starts a thread. */
export const SPAWN = 4;
/** Waits until a thread has ended. */
export const JOIN = 5;
/** Terminal: the thread returned. */
export const DONE = 6;
/** Terminal: the thread failed a check or threw, which ends the program. Others may have run further before that. */
export const FAIL = 7;
/** The thread never resumes, and the execution proves nothing: an assumption failed, or a bound was hit. */
export const CUT = 8;
/** Value of a cut where another execution shows what the thread would do. */
export const ABANDONED = 2;
/** The thread completed an iteration of a loop that changed nothing. It waits until a value it read there changes. */
export const STUCK = 9;
/** Terminal: the thread ended the program. Other threads may have run further before that; none waits afterwards. */
export const EXIT = 10;

/** Names by kind. */
export const KIND_NAMES: readonly OperationKind[] = [
  'load', 'store', 'rmw', 'fence', 'spawn', 'join', 'done', 'fail', 'cut', 'stuck', 'exit',
]; // prettier-ignore

/** The kind of an operation, by name. */
export type OperationKind =
  | 'load'
  | 'store'
  | 'rmw'
  | 'fence'
  | 'spawn'
  | 'join'
  | 'done'
  | 'fail'
  | 'cut'
  | 'stuck'
  | 'exit';

/** Whether a thread in a state of this kind has ended. */
export function hasEnded(kind: number): boolean {
  return kind === DONE || kind === FAIL || kind === EXIT;
}

/**
 * Whether a thread in a state of this kind can be joined. A failure, like an exit, ends the whole program, so no thread
 * observes that this one has ended.
 */
export function canBeJoined(kind: number): boolean {
  return kind === DONE;
}

/** The comparison of a value with the awaited one. */
export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';
/**
 * The condition that an operation waits for. A comparison: the value it reads compares like this with `awaited`.
 * `progress`: with the value it reads, the thread does not repeat a loop that changes nothing (`stuck`). `ready`: the
 * condition of its transition.
 */
export type Condition = Comparison | 'progress' | 'ready' | '';
/** Conditions by encoding. Index 0 means none. */
export const COMPARISONS: readonly Condition[] = ['', '==', '!=', '<', '<=', '>', '>=', 'progress', 'ready'];
/** The encoded condition `progress`. */
export const PROGRESS = COMPARISONS.indexOf('progress');

/** A place in shared memory: a variable of a program, or a bare address. */
export type Place = number | { readonly address: number };

/**
 * The reason why a front end adds an operation that the program does not do itself. `free`: the lifetime of an object
 * ends. `freeing`: part of that. `allocation`: part of its beginning. `upkeep`: of no interest to the user, unless
 * something depends on it. `object`: the library loads or stores a word of a synchronisation object, in an order that
 * the program cannot choose.
 */
export type Role = 'free' | 'freeing' | 'allocation' | 'upkeep' | 'object';

/** An operation. One shape for all operations keeps the code that reads them monomorphic. */
export interface Operation {
  readonly kind: number;
  readonly address: number;
  /** Number of bytes (or abstract units) accessed, starting at `address`. */
  readonly size: number;
  /** Value stored, operand of a read-modify-write, or thread handle to join. */
  readonly value: number;
  /** Expected value of a compare-and-swap. */
  readonly expected: number;
  readonly fn: RmwFunction | 'transition';
  /** Number of bits of the value of a read-modify-write; values of 64 bits are encoded (wide-words.ts). */
  readonly width: Width;
  readonly order: MemoryOrder;
  /** The order of a read-modify-write that writes nothing: a compare-and-swap that fails. */
  readonly failureOrder: MemoryOrder;
  /** Condition that the operation waits for. */
  readonly until: Condition;
  readonly awaited: number;
  readonly transition: Transition | undefined;
  /** What the thread learns from the value it loads, on which alone its future depends. Default: the value. */
  readonly learns: ((value: number) => unknown) | undefined;
  /**
   * Whether it is an operation of a mutex. The location is used by such operations only, and holds the handle of the
   * owner.
   */
  readonly mutex: boolean;
  /** A step that the thread makes because of the look just before it. */
  readonly looked: boolean;
  readonly site: Site | undefined;
  readonly role: Role | undefined;
  readonly body: ThreadBody | undefined;
  readonly name: string;
  /** The task of the thread that it belongs to, if the thread runs several in turn. */
  readonly task: string;
  /** Number of the call of a data structure that it belongs to, from 1; 0: none. See `Calls`. */
  readonly call: number;
  /** In a call that may wait forever: the results of the earlier calls of the thread. */
  readonly returned: readonly string[] | undefined;
}

/** A thread as a coroutine: it yields operations and is resumed with their results. A generator implements it. */
export interface ThreadRun {
  next(result: number): IteratorResult<Operation, unknown>;
  /**
   * Starts the thread and runs it with these results, up to the operation after the last one; for threads where this is
   * faster than `next`. Returns false at an operation that is not the expected one. `upcoming`: the result that `next`
   * gets then.
   */
  follow?(
    results: readonly number[],
    isExpected: (operation: Operation, position: number) => boolean,
    upcoming: number,
  ): boolean;
  /** Returns the output of the thread since the last call. */
  takePrinted?(): string;
  /**
   * Returns a snapshot of the thread at the operation that it has reached; undefined if it cannot be saved here. `find`
   * is called with the words of the snapshot, of which there are `count`. If it knows a state with these words, it
   * returns its number instead of 0, and so does `save`.
   */
  save?(find: (words: Int32Array, count: number) => number): ThreadSnapshot | number | undefined;
  /** Returns an essence (`ThreadSnapshot`) of a thread that cannot be saved, also at its end; undefined if not known. */
  essence?(): Int32Array | undefined;
  /** Restores the state in which another run of the same thread was saved, and continues from there like `follow`. */
  resume?(
    from: ThreadSnapshot,
    results: readonly number[],
    isExpected: (operation: Operation, position: number) => boolean,
  ): boolean;
}

/**
 * Snapshot of a thread: everything that its future depends on, except results to come. Two runs of a thread with equal
 * words have the same future. Other properties belong to the front end.
 */
export interface ThreadSnapshot {
  readonly words: Int32Array;
  /**
   * Number of leading words, without those that only decide whether a loop waits or is cut off. Two runs that agree in
   * these words do the same for the same results, as far as they are followed.
   */
  readonly essence?: number;
}

/** Finds no state. */
export const FINDS_NONE = (): number => 0;

/** Returns a snapshot of the thread, whether or not a state with the same words is known. */
export function snapshotOf(run: ThreadRun): ThreadSnapshot | undefined {
  return run.save?.(FINDS_NONE) as ThreadSnapshot | undefined;
}

/** Starts a thread. Each call returns a new run. `unbounded`: see `withoutBounds`. */
export type ThreadBody = (unbounded?: boolean) => ThreadRun;

const NOTHING: Operation = {
  kind: FENCE,
  address: 0,
  size: 1,
  value: 0,
  expected: 0,
  fn: 'add',
  width: 32,
  order: 'relaxed',
  failureOrder: 'relaxed',
  until: '',
  awaited: 0,
  transition: undefined,
  learns: undefined,
  mutex: false,
  looked: false,
  site: undefined,
  role: undefined,
  body: undefined,
  name: '',
  task: '',
  call: 0,
  returned: undefined,
};

function addressOf(place: Place): number {
  return typeof place === 'number' ? place : place.address;
}

/** Reads a value; the result is that value. */
export function load(place: Place, order: MemoryOrder = 'relaxed', site?: Site): Operation {
  return { ...NOTHING, kind: LOAD, address: addressOf(place), order, site };
}

/**
 * Await: a load that waits until `value compare awaited` holds for the value it reads (a spin loop that only reads).
 */
export function until(
  place: Place,
  compare: Comparison,
  awaited: number,
  order: MemoryOrder = 'relaxed',
  site?: Site,
): Operation {
  return { ...NOTHING, kind: LOAD, address: addressOf(place), order, until: compare, awaited, site };
}

/** Writes a value. */
export function store(place: Place, value: number, order: MemoryOrder = 'relaxed', site?: Site): Operation {
  return { ...NOTHING, kind: STORE, address: addressOf(place), value, order, site };
}

/** Read-modify-write; the result is the old value. */
export function rmw(
  fn: Exclude<RmwFunction, 'cas'>,
  place: Place,
  value: number,
  order: MemoryOrder = 'seq_cst',
  site?: Site,
): Operation {
  return { ...NOTHING, kind: RMW, fn, address: addressOf(place), value, order, site };
}

/** Adds to a value; the result is the old one. */
export function fetchAdd(place: Place, value: number, order: MemoryOrder = 'seq_cst', site?: Site): Operation {
  return rmw('add', place, value, order, site);
}

/** Replaces a value; the result is the old one. */
export function exchange(place: Place, value: number, order: MemoryOrder = 'seq_cst', site?: Site): Operation {
  return rmw('exchange', place, value, order, site);
}

/**
 * Compare-and-swap; the result is the old value, and the swap happened if that equals `expected`. Otherwise it is a
 * load of the order `failureOrder`.
 */
export function compareExchange(
  place: Place,
  expected: number,
  value: number,
  order: MemoryOrder = 'seq_cst',
  site?: Site,
  failureOrder: MemoryOrder = failureOrderOf(order),
): Operation {
  return { ...NOTHING, kind: RMW, fn: 'cas', address: addressOf(place), expected, value, order, failureOrder, site };
}

/**
 * Orders accesses. `seq_cst` is a full fence, `release` orders stores before later stores, `acquire` loads before later
 * loads.
 */
export function fence(order: MemoryOrder = 'seq_cst', site?: Site): Operation {
  return { ...NOTHING, kind: FENCE, order, site };
}

/** Takes a mutex: an exchange that waits for 0 and stores the thread's handle, which is filled in later. */
export function lock(place: Place, site?: Site): Operation {
  return { ...rmw('exchange', place, 0, 'acquire', site), until: '==', awaited: 0, mutex: true };
}

/** Takes a mutex if it is free; the result is 0 if it was. */
export function tryLock(place: Place, site?: Site): Operation {
  return { ...compareExchange(place, 0, 0, 'acquire', site, 'relaxed'), mutex: true };
}

/** Releases a mutex. A thread that does not hold it fails. */
export function unlock(place: Place, site?: Site): Operation {
  return { ...rmw('exchange', place, 0, 'release', site), mutex: true };
}

/** Releases a mutex, which the thread must hold, by a store. The store may wait in a store buffer. */
export function unlockByStore(place: Place, site?: Site): Operation {
  return { ...store(place, 0, 'release', site), mutex: true, role: 'object' };
}

/**
 * Loads the state of a synchronisation object before a step of it, or instead of one. The load drains nothing. `step`:
 * that step; without it, the load inspects whether a mutex is free.
 */
export function look(place: Place, step?: Transition, order: MemoryOrder = 'relaxed', site?: Site): Operation {
  const looked: Operation = { ...NOTHING, kind: LOAD, address: addressOf(place), order, site, role: 'object' };
  return step === undefined ? { ...looked, mutex: true } : { ...looked, fn: 'transition', transition: step };
}

/**
 * The step that a look just showed there is something to do for. If the step finds another state than the look, the thread
 * must cut the execution off. So the look decides nothing: it could as well have been made just before the step, and does
 * not count for robustness.
 */
export function afterLook(step: Operation): Operation {
  return { ...step, looked: true };
}

/** Sets the state of a synchronisation object by a store: a step that does not depend on the old state. */
export function put(place: Place, step: Transition, value: number, order: MemoryOrder, site?: Site): Operation {
  return { ...store(place, value, order, site), fn: 'transition', transition: step, role: 'object' };
}

function orderOfStep({ takesLock, ordersNothing }: Transition): MemoryOrder {
  if (ordersNothing === true) return 'relaxed';
  return takesLock === true ? 'acquire' : 'acq_rel';
}

/** Performs one step of a synchronisation object; the result is the object's old state. */
export function transform(place: Place, transition: Transition, site?: Site): Operation {
  const until = transition.ready === undefined ? '' : 'ready';
  return {
    ...NOTHING,
    kind: RMW,
    fn: 'transition',
    address: addressOf(place),
    order: orderOfStep(transition),
    failureOrder: transition.failsRelaxed === true || transition.ordersNothing === true ? 'relaxed' : 'acquire',
    until,
    transition,
    site,
  };
}

/** Ends an execution: an assumption failed or, if not `assumed`, a bound was hit or the rest is explored elsewhere. */
export function cut(site?: Site, assumed = true): Operation {
  return { ...NOTHING, kind: CUT, value: assumed ? 1 : 0, site };
}

/** Ends the program. */
export function exit(site?: Site): Operation {
  return { ...NOTHING, kind: EXIT, site };
}

/**
 * Waits until one of the last `operations` operations, a loop that changed nothing, would read another value. `idle`:
 * the thread only polls for work, so the program can end without any change.
 */
export function stuck(operations: number, site?: Site, idle = false): Operation {
  return { ...NOTHING, kind: STUCK, value: operations, expected: idle ? 1 : 0, site };
}

/** Starts a thread; the result is its handle. Values captured by the body must not change afterwards. */
export function spawn(body: ThreadBody, name = '', site?: Site): Operation {
  return { ...NOTHING, kind: SPAWN, body, name, order: 'seq_cst', site };
}

/** Waits until the thread with this handle has finished and its stores have reached memory. */
export function join(handle: number, site?: Site): Operation {
  return { ...NOTHING, kind: JOIN, value: handle, order: 'seq_cst', site };
}

/** Whether `value` compares like this with `awaited`. (An encoded comparison; 0: none.) */
export function satisfies(comparison: number, value: number, awaited: number): boolean {
  switch (comparison) {
    case 0:
      return true;
    case 1:
      return value === awaited;
    case 2:
      return value !== awaited;
    case 3:
      return value < awaited;
    case 4:
      return value <= awaited;
    case 5:
      return value > awaited;
    default:
      return value >= awaited;
  }
}
