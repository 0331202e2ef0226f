import type { CellSize, MemoryOrder, Site } from '@fencepost/core';
import { decodeWide, encodeWide, fence } from '@fencepost/core';
import type { LabelInfo } from '../ir/tables.js';
import { unsupported } from '../runtime/define.js';
import type { LibraryValue, Steps } from '../runtime/services.js';
import type { CompiledThread } from './compiled-thread.js';

/** What the IR pass puts in the place of an instruction. Numbers of 64 bits come as bigints. */
type Access = (thread: CompiledThread, ...args: number[]) => LibraryValue | Steps<LibraryValue>;

function labelOf(thread: CompiledThread, label: number): LabelInfo {
  const info = thread.context.image.tables.labels[label]!;
  const site = (thread.site = thread.siteOf(info));
  return info.foreign === true && site !== undefined ? { ...info, site } : info;
}

/** A value as WebAssembly has it, as a word; and back. */
function toWord(value: number | bigint, size: CellSize): number {
  if (size === 8) return encodeWide(BigInt(value));
  return size === 4 ? Number(value) | 0 : Number(value) & (size === 1 ? 0xff : 0xffff);
}

function fromWord(word: number, size: CellSize): number | bigint {
  return size === 8 ? decodeWide(word) : word;
}

function loads(size: CellSize): Access {
  function* visible(thread: CompiledThread, address: number, order: MemoryOrder, site?: Site): Steps<LibraryValue> {
    return fromWord(yield* thread.memory.read(address, size, order, site), size);
  }
  return (thread, label, address) => {
    const { order, site } = labelOf(thread, label);
    const word = thread.memory.peek(address >>> 0, size, site);
    return word === undefined ? visible(thread, address >>> 0, order, site) : fromWord(word, size);
  };
}

function stores(size: CellSize): Access {
  return function* (thread, label, address, value) {
    const { order, site } = labelOf(thread, label);
    yield* thread.memory.write(address >>> 0, size, toWord(value, size), order, site);
    return undefined;
  };
}

function modifications(size: CellSize): Access {
  return function* (thread, label, address, operand) {
    const { order, site, fn } = labelOf(thread, label);
    const word = toWord(operand, size);
    return fromWord(yield* thread.memory.modify(fn!, address >>> 0, size, word, undefined, order, site), size);
  };
}

function swaps(size: CellSize): Access {
  return function* (thread, label, address, expected, desired) {
    const { order, site, weak } = labelOf(thread, label);
    if (weak === true && thread.context.bounds.spurious && (yield* thread.choose(1, true, site)) === 1) {
      thread.swapped = false;
      return fromWord(yield* thread.memory.read(address >>> 0, size, order, site), size);
    }
    const expectedWord = toWord(expected, size);
    const word = toWord(desired, size);
    const old = yield* thread.memory.modify('cas', address >>> 0, size, word, expectedWord, order, site);
    thread.swapped = old === expectedWord;
    return fromWord(old, size);
  };
}

const copies: Access = function* (thread, label, to, from, bytes) {
  const { site } = labelOf(thread, label);
  yield* thread.memory.copy(to >>> 0, from >>> 0, bytes, site);
  return to;
};

function carries(thread: CompiledThread, value: number | undefined): undefined {
  thread.carried.push(String(value));
}

function divides(thread: CompiledThread, label: number | undefined, divisor: number | undefined): undefined {
  labelOf(thread, label!);
  if (Number(divisor) === 0) throw new Error('division by zero');
}

const SIZES: readonly CellSize[] = [1, 2, 4, 8];

/** By the name of the import. */
export const accesses: ReadonlyMap<string, Access> = new Map<string, Access>([
  ...SIZES.flatMap((size): [string, Access][] => [
    [`load${size}`, loads(size)],
    [`store${size}`, stores(size)],
    [`rmw${size}`, modifications(size)],
    [`cas${size}`, swaps(size)],
  ]),
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
    function* (thread, label, to, byte, bytes) {
      const { site } = labelOf(thread, label);
      yield* thread.memory.fill(to >>> 0, byte, bytes, site);
      return to;
    },
  ],
  ['loop', (thread, loop) => thread.visitLoop(loop)],
  ['carried4', carries],
  ['carried8', carries],
  [
    'carried_memory',
    (thread, address, size) => {
      thread.carryMemory(address >>> 0, size);
      return undefined;
    },
  ],
  [
    'loop_enter',
    (thread, loop) => {
      thread.loops.enter(loop);
      return undefined;
    },
  ],
  ['alloca', (thread, label, size) => thread.makeLocal(label, size)],
  ['frame', (thread) => thread.localCount],
  [
    'unframe',
    (thread, mark) => {
      thread.dropLocals(mark);
      return undefined;
    },
  ],
  ['tls', (thread, index) => thread.threadLocal(index)],
  ['divisor4', divides],
  ['divisor8', divides],
  [
    'terminate',
    (thread, label) => {
      labelOf(thread, label);
      throw new Error('std::terminate(): the thread ends in a function that is noexcept');
    },
  ],
  [
    'caught',
    (thread, label) => {
      const { site } = labelOf(thread, label);
      throw unsupported('the thread ends where exceptions are handled', site, 'end it by returning from its function');
    },
  ],
  [
    'trap',
    (thread, label) => {
      labelOf(thread, label);
      throw new Error('code that must never be reached was reached');
    },
  ],
]);
