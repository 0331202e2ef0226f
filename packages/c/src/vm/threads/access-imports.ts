import type { CellSize, MemoryOrder, Site } from '@fencepost/core';
import { InvalidAccess, LOAD, STORE, decodeWide, encodeWide, fence } from '@fencepost/core';
import type { LabelInfo, Place } from '../../ir/syntax/tables.js';
import { DIVIDES_BY_ZERO, QUOTIENT_TOO_LARGE } from '../../ir/syntax/tables.js';
import { unsupported } from '../../unsupported.js';
import type { Remarks } from '../../runtime/base/run-notes.js';
import type { ExecutionChoices, LibraryValue, Steps } from '../../runtime/base/services.js';
import { NestedCall } from '../../runtime/base/services.js';
import type { Context } from '../context/context.js';
import type { Loops } from './spin-detection.js';
import type { ThreadMemory } from '../memory/thread-memory.js';
import type { ThreadVariables } from '../memory/thread-variables.js';
import { fromWord, singleLoad, singleModification, singleStore } from './single-access.js';

/** The part of the calling thread that these imports read and change. */
export interface AccessingThread {
  readonly context: Context;
  readonly memory: ThreadMemory;
  readonly loops: Loops;
  readonly variables: ThreadVariables;
  readonly remarks: Remarks;
  readonly bounds: ExecutionChoices;
  /** Whether an object that ends now does so unseen, because no other thread is left that could access it. */
  endsQuietly(): boolean;
  /** The current place. */
  site: Site | undefined;
  /** Whether the last compare-and-swap succeeded. */
  swapped: boolean;
  /** The upper half of the last result of 16 bytes. */
  upper: bigint;
  /** Exit status that main is about to return, and the place of its return statement. */
  returns: { readonly status: number; readonly site?: Site | undefined };
  /** Private values that the loop about to be entered or repeated carries along. */
  readonly carried: (number | bigint)[];
  /** The counters among the values in `carried`. */
  readonly counted: (number | bigint)[];
  /** Addresses and sizes of carried memory on the private stack. */
  readonly carriedMemory: number[];
  /** Returns the place that the user sees: a header function acts at the place of its call. */
  siteOf(place: Place): Site | undefined;
  /** Called at the head of a loop. */
  visitLoop(loop: number, depth: number): Steps<undefined> | undefined;
  chooseBit(site: Site | undefined): Steps<number>;
}

/** Implementation of an import that the IR pass calls in place of an instruction. 64-bit numbers are bigints. */
type Access = (thread: AccessingThread, ...args: number[]) => LibraryValue | Steps<LibraryValue>;

function labelOf(thread: AccessingThread, label: number): LabelInfo {
  const info = thread.context.image.tables.labels[label]!;
  const site = (thread.site = thread.siteOf(info));
  thread.memory.view = info.view;
  return info.foreign === true && site !== undefined ? placedAt(info, site) : info;
}

/** Labels of the library with the last place from which it was called: it makes many accesses in a call. */
const placed = new WeakMap<LabelInfo, LabelInfo>();

function placedAt(info: LabelInfo, site: Site): LabelInfo {
  const known = placed.get(info);
  if (known?.site === site) return known;
  const made = { ...info, site };
  placed.set(info, made);
  return made;
}

/** Converts a WebAssembly value to a word. `fromWord` (single-access.ts) is the inverse. */
function toWord(value: number | bigint, size: CellSize): number {
  if (size === 8) return encodeWide(BigInt(value));
  return size === 4 ? Number(value) | 0 : Number(value) & (size === 1 ? 0xff : 0xffff);
}

/** Combines the halves of an address (ir/body.ts: where). No object has an address of more than 32 bits. */
function addressOf(low: number, high: number, site: Site | undefined): number {
  if (high === 0) return low >>> 0;
  const bits = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
  throw new InvalidAccess(`access outside every object (address 0x${bits.toString(16)})`, site);
}

/** Requires alignment: no machine guarantees that misaligned accesses are atomic. */
function alignedAddress(low: number, high: number, size: CellSize, site: Site | undefined): number {
  const address = addressOf(low, high, site);
  if (address % size === 0) return address;
  const found = `address 0x${address.toString(16)} is not a multiple of ${size}`;
  throw new InvalidAccess(`an atomic access that is not aligned: ${found}`, site);
}

/** Volatile accesses are neither divided nor merged. They are not atomic unless the user chooses so: they can race. */
function* asVolatile<T>(thread: AccessingThread, steps: Steps<T>): Steps<T> {
  if (thread.bounds.volatile === 'relaxed') return yield* steps;
  for (let step = steps.next(0); ;) {
    if (step.done === true) return step.value;
    const given = step.value;
    const isAccess = !(given instanceof NestedCall) && (given.kind === LOAD || given.kind === STORE);
    step = steps.next(yield isAccess && given.order === 'relaxed' ? { ...given, order: 'plain' } : given);
  }
}

function loads(size: CellSize): Access {
  return (thread, label, low, high, base) => {
    const { order, site, atomic, volatile } = labelOf(thread, label);
    const address = atomic === true ? alignedAddress(low, high, size, site) : addressOf(low, high, site);
    const word = thread.memory.peek(address, size, site, base >>> 0);
    if (word !== undefined) return fromWord(word, size);
    const steps =
      singleLoad(thread, address, size, order, site) ?? valueOf(thread.memory.read(address, size, order, site), size);
    return volatile === true ? asVolatile(thread, steps) : steps;
  };
}

function* valueOf(steps: Steps<number>, size: CellSize): Steps<LibraryValue> {
  return fromWord(yield* steps, size);
}

function stores(size: CellSize): Access {
  return (thread, label, low, high, base, value) => {
    const { order, site, atomic, volatile } = labelOf(thread, label);
    const address = atomic === true ? alignedAddress(low, high, size, site) : addressOf(low, high, site);
    const word = toWord(value, size);
    const steps: Steps<LibraryValue> =
      singleStore(thread, address, size, word, order, site, base >>> 0) ??
      (thread.memory.write(address, size, word, order, site, base >>> 0) as Steps<undefined>);
    return volatile === true ? asVolatile(thread, steps) : steps;
  };
}

function modifications(size: CellSize): Access {
  return (thread, label, low, high, base, operand) => {
    const { order, site, fn } = labelOf(thread, label);
    const address = alignedAddress(low, high, size, site);
    const word = toWord(operand, size);
    return (
      singleModification(thread, fn!, address, size, word, undefined, order, site, base >>> 0) ??
      valueOf(thread.memory.modify(fn!, address, size, word, undefined, order, site, base >>> 0), size)
    );
  };
}

function swaps(size: CellSize): Access {
  return (thread, label, low, high, base, expected, desired) => {
    const { order, failureOrder = 'relaxed', site, weak } = labelOf(thread, label);
    const address = alignedAddress(low, high, size, site);
    const swap = { expected: toWord(expected, size), desired: toWord(desired, size) };
    const comparison = { expected: swap.expected, failureOrder };
    const mayFail = weak === true && thread.bounds.spurious === true;
    const single = mayFail
      ? undefined
      : singleModification(thread, 'cas', address, size, swap.desired, comparison, order, site, base >>> 0);
    return single ?? valueOf(compareAndSwap(thread, address, size, swap, order, failureOrder, weak, site, base), size);
  };
}

function* compareAndSwap(
  thread: AccessingThread,
  address: number,
  size: CellSize,
  { expected, desired }: { readonly expected: number; readonly desired: number },
  order: MemoryOrder,
  failureOrder: MemoryOrder,
  weak: boolean | undefined,
  site: Site | undefined,
  base: number,
): Steps<number> {
  if (weak === true && thread.bounds.spurious === true && (yield* thread.chooseBit(site)) === 1) {
    thread.swapped = false;
    return yield* thread.memory.read(address, size, failureOrder, site, base >>> 0);
  }
  const comparison = { expected, failureOrder };
  const old = yield* thread.memory.modify('cas', address, size, desired, comparison, order, site, base >>> 0);
  thread.swapped = old === expected;
  return old;
}

// 16 bytes: two halves, the lower one first.

function joined(low: number, high: number): number {
  return encodeWide((BigInt(high) << 64n) | BigInt.asUintN(64, BigInt(low)), 128);
}

/** Returns the lower half. The upper one is stored for the `high` import, which is called next. */
function split(thread: AccessingThread, word: number): bigint {
  const value = decodeWide(word);
  thread.upper = BigInt.asIntN(64, value >> 64n);
  return BigInt.asIntN(64, value);
}

const wide: readonly (readonly [string, Access])[] = [
  [
    'load16',
    function* (thread, label, low, high, base) {
      const { order, site } = labelOf(thread, label);
      const address = alignedAddress(low, high, 16, site);
      return split(thread, yield* thread.memory.read(address, 16, order, site, base >>> 0));
    },
  ],
  [
    'store16',
    function* (thread, label, low, high, base, lower, upper) {
      const { order, site } = labelOf(thread, label);
      const address = alignedAddress(low, high, 16, site);
      yield* thread.memory.write(address, 16, joined(lower, upper), order, site, base >>> 0);
      return undefined;
    },
  ],
  [
    'rmw16',
    function* (thread, label, low, high, base, lower, upper) {
      const { order, site, fn } = labelOf(thread, label);
      const address = alignedAddress(low, high, 16, site);
      const operand = joined(lower, upper);
      return split(thread, yield* thread.memory.modify(fn!, address, 16, operand, undefined, order, site, base >>> 0));
    },
  ],
  [
    'cas16',
    function* (thread, label, low, high, base, ...words) {
      const [lower, upper, desiredLower, desiredUpper] = words as [number, number, number, number];
      const { order, failureOrder = 'relaxed', site, weak } = labelOf(thread, label);
      const address = alignedAddress(low, high, 16, site);
      const swap = { expected: joined(lower, upper), desired: joined(desiredLower, desiredUpper) };
      return split(thread, yield* compareAndSwap(thread, address, 16, swap, order, failureOrder, weak, site, base));
    },
  ],
  ['high', (thread) => thread.upper],
];

const copies: Access = function* (thread, label, toLow, toHigh, toBase, fromLow, fromHigh, fromBase, bytes) {
  const { site } = labelOf(thread, label);
  if (bytes === 0) return;
  const to = addressOf(toLow, toHigh, site);
  yield* thread.memory.copy(to, addressOf(fromLow, fromHigh, site), bytes, site, toBase >>> 0, fromBase >>> 0);
  return undefined;
};

/** Throws the error for an access beyond a private variable. */
function goesBeyond(thread: AccessingThread, label: number, distance: number): never {
  const { name, size, site } = labelOf(thread, label);
  const before = BigInt(distance) < 0n;
  const where = before ? `${-BigInt(distance)} bytes before` : 'beyond the end of';
  throw new InvalidAccess(`access ${where} the variable ${name}${size > 0 ? ` of ${size} bytes` : ''}`, site);
}

function carries(thread: AccessingThread, value: number | bigint | undefined): undefined {
  thread.carried.push(value!);
}

function counts(thread: AccessingThread, value: number | bigint | undefined): undefined {
  thread.counted.push(value!);
}

function divides(thread: AccessingThread, label: number | undefined, state: number | undefined): undefined {
  labelOf(thread, label!);
  if (state === DIVIDES_BY_ZERO) throw new Error('division by zero');
  if (state === QUOTIENT_TOO_LARGE) throw new Error('the smallest integer is divided by -1');
}

const SIZES: readonly CellSize[] = [1, 2, 4, 8];

/** Access imports by name. */
export const accesses: ReadonlyMap<string, Access> = new Map<string, Access>([
  ...SIZES.flatMap((size): [string, Access][] => [
    [`load${size}`, loads(size)],
    [`store${size}`, stores(size)],
    [`rmw${size}`, modifications(size)],
    [`cas${size}`, swaps(size)],
  ]),
  ...wide,
  ['cas_ok', (thread) => (thread.swapped ? 1 : 0)],
  [
    'fence',
    function* (thread, label) {
      const { order, site } = labelOf(thread, label);
      yield fence(order, site);
      return undefined;
    },
  ],
  ['memcpy', copies],
  ['memmove', copies],
  [
    'memset',
    function* (thread, label, low, high, base, byte, bytes) {
      const { site } = labelOf(thread, label);
      if (bytes > 0) yield* thread.memory.fill(addressOf(low, high, site), byte, bytes, site, base >>> 0);
      return undefined;
    },
  ],
  ['loop', (thread, loop, depth) => thread.visitLoop(loop, depth)],
  ['carried4', carries],
  ['carried8', carries],
  ['counted4', counts],
  ['counted8', counts],
  [
    'carried_memory',
    (thread, address, size) => {
      thread.carriedMemory.push(address >>> 0, size >>> 0);
      return undefined;
    },
  ],
  [
    'loop_enter',
    (thread, loop, depth) => {
      thread.loops.enter(loop, depth);
      return undefined;
    },
  ],
  ['alloca', (thread, label, size) => thread.variables.makeLocal(label, size)],
  ['beyond', goesBeyond],
  [
    'room',
    (thread, label, start, size) => {
      thread.memory.rooms.announce(start >>> 0, size >>> 0, labelOf(thread, label).name ?? '');
      return undefined;
    },
  ],
  ['frame', (thread) => thread.variables.localCount],
  ['unframe', (thread, mark) => thread.variables.dropLocals(mark, () => thread.endsQuietly(), thread.site)],
  [
    'rewind',
    (thread, label, mark) => thread.variables.dropLocals(mark, () => thread.endsQuietly(), labelOf(thread, label).site),
  ],
  ['scope_begin', (thread, address) => thread.variables.beginLocal(address)],
  [
    'scope_end',
    (thread, label, address) =>
      thread.variables.endLocal(address, () => thread.endsQuietly(), labelOf(thread, label).site),
  ],
  ['tls', (thread, index) => thread.variables.threadLocal(index)],
  ['divides', divides],
  [
    'refused',
    (thread, label) => {
      const { name = '', site, hint } = labelOf(thread, label);
      throw unsupported(name, site, hint);
    },
  ],
  [
    'reached',
    (thread, label, value) => {
      const info = thread.context.image.tables.labels[label]!;
      if (info.kind === 'return') thread.returns = { status: value, site: info.site };
      else if (info.kind === 'assembly') thread.remarks.reachAssembly(thread.siteOf(info));
      else thread.remarks.assertion = true;
      return undefined;
    },
  ],
  [
    'trap',
    (thread, label) => {
      throw new Error(labelOf(thread, label).name ?? 'unreachable code was reached');
    },
  ],
]);
