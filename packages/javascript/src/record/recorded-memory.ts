import type { CellSize, ElementType, RmwFunction, Width } from '@fencepost/core';
import { decodeWide, encodeFunction, encodeWide, rmwResult } from '@fencepost/core';
import type { Element, ElementKind } from '../memory/model/kinds.js';
import type { Memory } from '../memory/model/memory.js';
import type { AccessOrder } from '../memory/model/operations.js';
import { NativeDataView } from '../memory/model/raw-memory.js';
import { current } from '../world/running/current.js';
import { NativeCells } from './native-cells.js';
import { ACCESS, ATOMIC } from './scheduler.js';
import { BASE_UNIT } from './shared-words.js';
import type { Steps } from './steps.js';
import { FAILED_SWAP, LOAD, PLAIN, SEQ_CST, STORE, SWAP, UPDATE } from './steps.js';

/** Logarithms of sizes, by size. */
const LOG = [0, 0, 1, 0, 2, 0, 0, 0, 3];

/** Real memory whose accesses are recorded as steps. */
export class RecordedMemory implements Memory {
  readonly isCurrent = true;
  private readonly data: DataView;
  private readonly cells: NativeCells;
  private readonly named = new Set<number>();
  private known = 0;

  constructor(
    private readonly buffer: SharedArrayBuffer,
    private readonly steps: Steps,
  ) {
    this.data = Reflect.construct(DataView, [buffer], NativeDataView) as DataView;
    this.cells = new NativeCells(buffer);
  }

  /** Address assigned by the recorder thread. Only within a step. */
  get base(): number {
    this.known ||= this.steps.ask({ ask: 'buffer', buffer: this.buffer });
    return this.known * BASE_UNIT;
  }

  read(offset: number, size: CellSize, order: AccessOrder): number {
    const { steps } = this;
    this.load(offset, size, order);
    return size === 8 ? encodeWide((BigInt(steps.readHigh) << 32n) | BigInt(steps.readLow >>> 0)) : steps.readLow;
  }

  readElement(kind: ElementKind, offset: number): Element {
    const { data, steps } = this;
    if (kind.size < 8) {
      this.load(offset, kind.size, 'plain');
      return kind.fromWord(steps.readLow);
    }
    steps.baton.enter(ACCESS);
    const value = kind.isBig ? data.getBigInt64(offset, true) : data.getFloat64(offset, true);
    this.loaded(offset, 8, PLAIN);
    return kind.name === 'BigUint64' ? BigInt.asUintN(64, value as bigint) : value;
  }

  write(offset: number, size: CellSize, word: number, order: AccessOrder): void {
    const { data } = this;
    this.steps.baton.enter(order === 'plain' ? ACCESS : ATOMIC);
    if (size === 1) data.setUint8(offset, word);
    else if (size === 2) data.setUint16(offset, word, true);
    else if (size === 4) data.setInt32(offset, word, true);
    else data.setBigInt64(offset, decodeWide(word), true);
    this.stored(offset, size, order === 'plain' ? PLAIN : SEQ_CST);
  }

  writeElement(kind: ElementKind, offset: number, value: Element): void {
    const { data } = this;
    if (kind.size < 8) {
      this.write(offset, kind.size, kind.toWord(value), 'plain');
      return;
    }
    this.steps.baton.enter(ACCESS);
    if (typeof value === 'bigint') data.setBigInt64(offset, value, true);
    else data.setFloat64(offset, value, true);
    this.stored(offset, 8, PLAIN);
  }

  /** Performs the operation with natives: code that is not recorded may access the same memory at the same time. */
  modify(offset: number, size: CellSize, fn: RmwFunction, operand: number, expected = 0): number {
    const { steps } = this;
    steps.baton.enter(ATOMIC);
    const old = this.cells.modify(offset, size, fn, operand, expected);
    const written = fn === 'cas' ? operand : rmwResult(encodeFunction(fn, (8 * size) as Width), old, operand);
    [steps.readLow, steps.readHigh] = halves(old, size);
    [steps.writtenLow, steps.writtenHigh] = halves(written, size);
    [steps.expectedLow, steps.expectedHigh] = halves(expected, size);
    this.end(fn !== 'cas' ? UPDATE : old === expected ? SWAP : FAILED_SWAP, offset, size, SEQ_CST);
    return old;
  }

  /** Always true: accesses that are divided are recorded as they are. */
  isAtomicAt(): boolean {
    return true;
  }

  pieceAt(offset: number, most: number, largest: number): CellSize {
    let size = largest as CellSize;
    while (size > 1 && (size > most || offset % size !== 0)) size = (size / 2) as CellSize;
    return size;
  }

  readBlock(): number {
    return 0;
  }

  writeBlock(): number {
    return 0;
  }

  isInBlocks(): boolean {
    return false;
  }

  /** Reports the name once per site. */
  name(offset: number, index: number, unit: number, form: ElementType): void {
    const { site } = current;
    if (this.named.has(site)) return;
    this.named.add(site);
    const { baton } = this.steps;
    baton.enter(0);
    const { base } = this;
    baton.leave();
    const start = base + offset - index * unit;
    this.steps.tell({ ask: 'name', site: site | 0, start, end: base + this.buffer.byteLength, unit, form });
  }

  private load(offset: number, size: CellSize, order: AccessOrder): void {
    this.steps.baton.enter(order === 'plain' ? ACCESS : ATOMIC);
    this.loaded(offset, size, order === 'plain' ? PLAIN : SEQ_CST);
  }

  /** Records a load. No other thread takes a step meanwhile, so memory still holds the value read or written. */
  private loaded(offset: number, size: CellSize, order: number): void {
    const { steps } = this;
    steps.readLow = this.low(offset, size);
    steps.readHigh = size === 8 ? this.data.getInt32(offset + 4, true) : 0;
    this.end(LOAD, offset, size, order);
  }

  private stored(offset: number, size: CellSize, order: number): void {
    const { steps } = this;
    steps.writtenLow = this.low(offset, size);
    steps.writtenHigh = size === 8 ? this.data.getInt32(offset + 4, true) : 0;
    this.end(STORE, offset, size, order);
  }

  private low(offset: number, size: CellSize): number {
    const { data } = this;
    if (size === 1) return data.getUint8(offset);
    return size === 2 ? data.getUint16(offset, true) : data.getInt32(offset, true);
  }

  private end(kind: number, offset: number, size: CellSize, order: number): void {
    const { steps } = this;
    const leavesWord = (offset & 7) + size > 8;
    steps.write(kind, LOG[size]!, order, current.site | 0, this.base + offset, leavesWord ? size : 0);
    steps.baton.leave();
  }
}

function halves(word: number, size: CellSize): readonly [low: number, high: number] {
  if (size < 8) return [word, 0];
  const wide = decodeWide(word);
  return [Number(BigInt.asIntN(32, wide)), Number(wide >> 32n)];
}
