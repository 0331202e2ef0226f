import type { CellSize, MemoryOrder, RmwFunction, Site } from '@fencepost/core';
import { InvalidAccess, encodeFunction, load, readView, rmw, rmwResult, store, writeView } from '@fencepost/core';
import { privatePlace } from '../../runtime/base/places.js';
import type { Steps } from '../../runtime/base/services.js';
import { latin1 } from '../../platform.js';
import type { Comparison, Direct, Possession } from './accessed.js';
import { checkOrigin, invalid } from './bounds.js';
import type { InitialMemory } from '../objects/initial-memory.js';
import { FIRST_ADDRESS } from '../../address-space.js';
import type { ContentWords } from '../instance/content-words.js';
import type { Context } from '../context/context.js';
import type { Instance } from '../instance/instance.js';
import { Lifetimes } from './lifetimes.js';
import type { MemoryObject } from '../objects/objects.js';
import { ArgumentBounds } from './argument-bounds.js';
import { bits, bytesAt, wordOf } from './words.js';
import { PartialLoads } from './partial-loads.js';
import { partOf, modifyPart, writePart } from './partial-writes.js';
import type { SavedMemory } from './saved-memory.js';
import { PLAIN } from './saved-memory.js';
import { VisibleCells, isOne, modification, rangeAt, widthOf } from './visible-cells.js';

/** Maximum size of private objects for comparison at the head of a loop, in bytes. */
const MOST_COMPARED = 1 << 12;

/**
 * Memory from the perspective of one thread. An address shows what it belongs to: the data of the program, the private
 * stack, or an object. Memory that is private, constant, or not yet shared (before the second thread starts) is
 * accessed directly; the rest by visible operations.
 */
export class ThreadMemory {
  private readonly context: Context;
  /** Whether the thread is alone, so that none of its operations is visible. */
  private isAlone: boolean;
  /** The data of the program while the thread is alone. Created on demand: a restored thread never needs it. */
  private data: DataView | undefined;
  /** Contents of objects that are not (or not yet) shared. */
  private readonly contents = new Map<number, DataView>();
  readonly lifetimes: Lifetimes;
  readonly rooms = new ArgumentBounds();
  private readonly stack: Pick<Instance, 'memory' | 'stackBottom'>;
  /** Whether the thread has written to memory that others see. */
  private readonly hasWritten: () => boolean;
  private readonly partialLoads = new PartialLoads();
  readonly cells: VisibleCells;
  private changes = 0;
  /** Whether the number of changes has been used in place of the content. */
  private countsChanges = false;
  /** Number of the type of the current access, if known. */
  view: number | undefined;

  constructor(
    context: Context,
    handle: number,
    stack: Pick<Instance, 'memory' | 'stackBottom'>,
    alone: boolean,
    hasWritten: () => boolean,
  ) {
    this.hasWritten = hasWritten;
    this.context = context;
    this.lifetimes = new Lifetimes(context, handle, () => this.alone);
    this.cells = new VisibleCells(context, this.lifetimes);
    this.stack = stack;
    this.isAlone = alone;
  }

  /** Whether other threads could observe that stores of this thread are delayed. None are before its first write. */
  private get mayDrain(): boolean {
    return !this.isAlone && this.hasWritten();
  }

  get alone(): boolean {
    return this.isAlone;
  }

  private ownData(): DataView {
    return (this.data ??= new DataView(this.context.image.data.slice().buffer));
  }

  /** Called when the second thread starts: from now on, accesses that others can see are visible operations. */
  endAlone(): Omit<InitialMemory, 'synchronisation'> {
    const data = new Uint8Array(this.ownData().buffer);
    const objects = new Map<number, Uint8Array>();
    for (const [address, view] of this.contents) objects.set(address, new Uint8Array(view.buffer.slice(0)));
    this.isAlone = false;
    this.data = undefined;
    return { data, objects, freed: new Set(this.lifetimes.freed), ended: this.lifetimes.endAlone() };
  }

  /**
   * Returns all private state outside linear memory as text, for comparison. If it is too large to compare repeatedly,
   * every change makes the text different.
   */
  privateState(): string {
    let bytes = 0;
    for (const view of this.contents.values()) bytes += view.byteLength;
    if (bytes > MOST_COMPARED) {
      this.countsChanges = true;
      return `change ${this.changes}`;
    }
    const texts = Array.from(this.contents, ([address, view]) => `${address} ${latin1(new Uint8Array(view.buffer))}\n`);
    return texts.join('');
  }

  /** Adds private memory outside linear memory. Returns false if it is too large, or the thread is alone. */
  describe(words: ContentWords): boolean {
    if (this.alone || this.countsChanges) return false;
    let bytes = 0;
    words.add(this.contents.size);
    for (const [address, view] of this.contents) {
      bytes += view.byteLength;
      if (bytes > MOST_COMPARED) return false;
      words.add(address);
      words.bytes(new Uint8Array(view.buffer));
    }
    this.lifetimes.describe(words);
    this.rooms.describe(words);
    this.partialLoads.describe(words);
    return true;
  }

  save(): SavedMemory {
    if (this.isPlain) return PLAIN;
    const contents = Array.from(
      this.contents,
      ([address, view]) => [address, new Uint8Array(view.buffer.slice(0))] as const,
    );
    const { lifetimes, rooms, partialLoads } = this;
    return { contents, lifetimes: lifetimes.save(), rooms: rooms.save(), partialLoads: partialLoads.save() };
  }

  /** Whether it is as `PLAIN` says. */
  private get isPlain(): boolean {
    return this.contents.size === 0 && this.lifetimes.isEmpty && this.rooms.isEmpty && this.partialLoads.isEmpty;
  }

  restore(saved: SavedMemory): void {
    this.isAlone = false;
    this.data = undefined;
    this.changes = 0;
    this.countsChanges = false;
    this.rooms.restore(saved.rooms);
    if (saved === PLAIN && this.isPlain) return;
    const { contents, lifetimes, partialLoads } = saved;
    this.contents.clear();
    for (const [address, bytes] of contents) this.contents.set(address, new DataView(bytes.slice().buffer));
    this.lifetimes.restore(lifetimes);
    this.partialLoads.restore(partialLoads);
  }

  /** Starts the lifetime of a local object again. */
  renew(object: MemoryObject): void {
    this.lifetimes.live.add(object);
    if (object.group.shared && !this.alone) return;
    this.contents.set(object.address, new DataView(this.context.freshBytes(object).buffer as ArrayBuffer));
  }

  /** Discards the contents of a local object whose function has returned. */
  drop(object: MemoryObject): void {
    this.lifetimes.live.delete(object);
    if (this.alone) this.lifetimes.ended.add(object.address);
    this.contents.delete(object.address);
  }

  /**
   * Hands a heap object over to a thread that starts now. Unless another thread accesses it, it belongs to that thread
   * alone; an access by another makes it shared.
   */
  handOver(address: number): Possession | undefined {
    const object = this.context.objects.near(address);
    const view = this.contents.get(address);
    if (object?.address !== address || view === undefined) return undefined;
    if (object.group.shared || object.group.locking) return undefined;
    this.lifetimes.given.add(address);
    this.contents.delete(address);
    return { address, bytes: new Uint8Array(view.buffer) };
  }

  receive({ address, bytes }: Possession): void {
    this.lifetimes.received.add(address);
    this.contents.set(address, new DataView(bytes.slice().buffer));
  }

  /** Called when a library function starts. The library's own accesses have no type. */
  enterLibrary(): void {
    this.rooms.enter();
    this.view = undefined;
  }

  /** Whether an access takes visible operations. Throws if it is not allowed. */
  isVisible(address: number, size: number, writes: boolean, site: Site | undefined, base: number): boolean {
    return this.locate(address, size, writes, site, base) === undefined;
  }

  /** Reads without a visible operation, if possible. */
  peek(address: number, size: CellSize, site: Site | undefined, base: number): number | undefined {
    const direct = this.locate(address, size, false, site, base);
    return direct && this.readDirect(direct, address, size, site);
  }

  private readDirect({ view, offset }: Direct, address: number, size: CellSize, site: Site | undefined): number {
    return this.context.noteUnset(address, size, readView(view, offset, size), site);
  }

  *read(address: number, size: CellSize, order: MemoryOrder, site: Site | undefined, base = 0): Steps<number> {
    const direct = this.locate(address, size, false, site, base);
    if (direct !== undefined) return this.readDirect(direct, address, size, site);
    const cells = this.cells.read(address, size, order, site);
    if (isOne(cells, size)) {
      const word = yield { ...load(address, order, site), size };
      return this.lifetimes.checkRead(address, size, word, site);
    }
    let value = 0n;
    for (const cell of cells) {
      // A plain load would race with stores to other parts of the cell.
      const partly = cell.partly && order === 'plain' ? 'relaxed' : order;
      if (partly !== 'plain') this.partialLoads.notice(this.context, cell, address, size, partly, site);
      const loaded = yield { ...load(cell.address, partly, site), size: cell.size };
      const word = this.lifetimes.checkRead(cell.address, cell.size, loaded, site);
      const shift = BigInt(8 * (cell.address - address));
      value |= shift >= 0n ? bits(word, cell.size) << shift : bits(word, cell.size) >> -shift;
    }
    return wordOf(value, size);
  }

  *write(
    address: number,
    size: CellSize,
    word: number,
    order: MemoryOrder,
    site: Site | undefined,
    base = 0,
    range?: string,
  ): Steps<void> {
    const direct = this.locate(address, size, true, site, base);
    if (direct !== undefined) {
      if (order === 'seq_cst' && this.mayDrain)
        yield { ...store(privatePlace(address), 0, order, site), role: 'upkeep' };
      this.change(direct, size, word);
      return;
    }
    const cells = this.cells.written(address, size, order, site, range);
    const value = bits(word, size);
    for (const cell of cells) {
      if (cell.address < address || cell.address + cell.size > address + size) {
        yield writePart(this.context, cell, { address, size }, value, order, site);
        continue;
      }
      const part = cells.length === 1 ? word : wordOf(value >> BigInt(8 * (cell.address - address)), cell.size);
      yield { ...store(cell.address, part, order, site), size: cell.size };
    }
  }

  /** Performs a read-modify-write or (with `comparison`) a compare-and-swap. Returns the old value. */
  *modify(
    fn: RmwFunction,
    address: number,
    size: CellSize,
    operand: number,
    comparison: Comparison | undefined,
    order: MemoryOrder,
    site: Site | undefined,
    base = 0,
  ): Steps<number> {
    const direct = this.locate(address, size, true, site, base);
    if (direct !== undefined) {
      if (this.mayDrain) yield { ...rmw('add', privatePlace(address), 0, order, site), role: 'upkeep' };
      const old = this.readDirect(direct, address, size, site);
      if (comparison === undefined || comparison.expected === old) {
        this.change(direct, size, rmwResult(encodeFunction(fn, widthOf(size)), old, operand));
      }
      return old;
    }
    const cell = this.cells.modified(address, size, site);
    if (cell.size !== size) {
      const part = { address, size };
      const whole = yield modifyPart(
        this.context,
        cell,
        part,
        { fn, operand, expected: comparison?.expected },
        {
          order,
          failureOrder: comparison?.failureOrder ?? 'relaxed',
          site,
        },
      );
      this.lifetimes.checkRead(cell.address, cell.size, whole, site);
      return wordOf(partOf(cell, part, whole), size);
    }
    const operation = modification(fn, address, size, operand, comparison, order, site);
    return this.lifetimes.checkRead(address, size, yield operation, site);
  }

  *copy(to: number, from: number, bytes: number, site: Site | undefined, toBase = 0, fromBase = 0): Steps<void> {
    if (bytes === 0) return;
    const source = this.locate(from, bytes, false, site, fromBase);
    const target = this.locate(to, bytes, true, site, toBase);
    if (source !== undefined && target !== undefined) {
      const copied = bytesAt(source, bytes).slice();
      this.context.noteCopied(from, to, copied, site);
      this.changeAll(target, copied);
      return;
    }
    const range = rangeAt(site);
    // Everything is read before anything is written, as the ranges may overlap.
    const pieces: { readonly offset: number; readonly size: CellSize; readonly word: number }[] = [];
    for (let offset = 0; offset < bytes;) {
      const size = this.commonPiece(to + offset, from + offset, bytes - offset, range);
      pieces.push({ offset, size, word: yield* this.read(from + offset, size, 'plain', site) });
      offset += size;
    }
    for (const { offset, size, word } of pieces) yield* this.write(to + offset, size, word, 'plain', site, 0, range);
  }

  *fill(to: number, byte: number, bytes: number, site: Site | undefined, base = 0): Steps<void> {
    if (bytes === 0) return;
    const target = this.locate(to, bytes, true, site, base);
    if (target !== undefined) {
      const range = bytesAt(target, bytes);
      if (range.some((old) => old !== byte)) this.changes++;
      range.fill(byte);
      return;
    }
    const pattern = BigInt(byte & 0xff) * 0x0101_0101_0101_0101_0101_0101_0101_0101n;
    const range = rangeAt(site);
    for (let offset = 0; offset < bytes;) {
      const size = this.context.cells.pieceAt(to + offset, bytes - offset, range);
      yield* this.write(to + offset, size, wordOf(pattern, size), 'plain', site, 0, range);
      offset += size;
    }
  }

  private change({ view, offset }: Direct, size: CellSize, word: number): void {
    if (readView(view, offset, size) === word) return;
    writeView(view, offset, size, word);
    this.changes++;
  }

  private changeAll(target: Direct, bytes: Uint8Array): void {
    const range = bytesAt(target, bytes.length);
    if (range.every((old, i) => old === bytes[i])) return;
    range.set(bytes);
    this.changes++;
  }

  private commonPiece(to: number, from: number, bytes: number, range: string | undefined): CellSize {
    const { cells } = this.context;
    return Math.min(cells.pieceAt(to, bytes, range), cells.pieceAt(from, bytes)) as CellSize;
  }

  /** Returns where to access memory directly; undefined if it takes visible operations. */
  private locate(
    address: number,
    size: number,
    writes: boolean,
    site: Site | undefined,
    base: number,
  ): Direct | undefined {
    const { image, objects } = this.context;
    if (objects.covers(address)) return this.locateInObject(address, size, site, base);
    if (address >= image.stackLow && address >= this.stack.stackBottom && address + size <= image.stackTop) {
      this.rooms.check(address, size, site);
      checkOrigin(this.context, { address, size, base }, image.stackLow, image.stackTop, site);
      return { view: this.stack.memory, offset: address };
    }
    const global = image.globalAt(address);
    if (global === undefined) throw invalid(this.context, { address, size, base }, site);
    const { info, address: start } = global;
    if (info.section !== true) {
      if (address + size > start + info.size) throw invalid(this.context, { address, size, base }, site);
      checkOrigin(this.context, { address, size, base }, start, start + info.size, site);
    }
    if (info.constant) {
      if (writes) throw new InvalidAccess(`write to the constant ${info.name}`, site);
      return { view: image.dataView, offset: address - FIRST_ADDRESS };
    }
    return this.isAlone ? { view: this.ownData(), offset: address - FIRST_ADDRESS } : undefined;
  }

  private locateInObject(address: number, size: number, site: Site | undefined, base: number): Direct | undefined {
    const object = this.context.objects.near(address);
    const offset = object === undefined ? 0 : address - object.address;
    if (object === undefined || offset + size > object.size) throw invalid(this.context, { address, size, base }, site);
    checkOrigin(this.context, { address, size, base }, object.address, object.address + object.size, site);
    if (this.view !== undefined)
      this.context.names.look(object, (base === 0 ? address : base) - object.address, this.view);
    this.view = undefined; // the remaining pieces of this access do not have its base address
    this.lifetimes.check(object, site);
    this.lifetimes.noticeSharing(object);
    if (object.group.shared && !this.alone) return undefined;
    let view = this.contents.get(object.address);
    if (view === undefined) {
      view = new DataView(this.context.freshBytes(object).buffer as ArrayBuffer);
      this.contents.set(object.address, view);
    }
    return { view, offset };
  }
}
