import type { CellSize, ElementType, Operation, RmwFunction, Site, Width } from '@fencepost/core';
import { encodeFunction, rmwResult } from '@fencepost/core';
import type { Context } from '../../world/context/context.js';
import { current, theWorld } from '../../world/running/current.js';
import type { Element, ElementKind } from './kinds.js';
import { bitsOf, wordOf } from './kinds.js';
import type { ByteRange, Memory } from './memory.js';
import { ModelBlocks } from './model-blocks.js';
import type { AccessOrder } from './operations.js';
import { loadOf, storeOf, updateOf } from './operations.js';
import { noticePartialLoad } from './partial-loads.js';
import { RawMemory } from './raw-memory.js';

/**
 * A buffer in the current world. Threads access it by visible operations; accesses of set-up code are invisible. Values
 * that the thread has read are stored in the real memory of its world, which provides the guesses.
 */
export class ModelMemory implements Memory {
  readonly base: number;
  private readonly world = theWorld();
  private readonly raw: RawMemory;
  private readonly bytes: Uint8Array;
  private readonly blocks: ModelBlocks;

  constructor(buffer: SharedArrayBuffer) {
    this.base = this.world.bufferOf(buffer).base;
    this.raw = new RawMemory(buffer);
    this.bytes = new Uint8Array(buffer);
    this.blocks = new ModelBlocks(this.world.context, this.base, buffer);
  }

  /** False in another world: memory made outside all worlds may be used in several. */
  get isCurrent(): boolean {
    return this.world === current.world;
  }

  read(offset: number, size: CellSize, order: AccessOrder, loose = false, learns?: Operation['learns']): number {
    const { base, raw, world } = this;
    const { run } = current;
    if (run === undefined) return raw.peek(offset, size);
    const address = base + offset;
    const block = this.blocks.around(run, address, size, order);
    if (block !== undefined) {
      this.blocks.read(run, block);
      return raw.peek(offset, size);
    }
    const site = siteFor(world.context, address, size);
    const parts = world.context.cells.forLoad(address, size, order !== 'plain', site, loose);
    if (parts.length === 1 && parts[0]!.size === size) {
      const operation = loadOf(address, size, order);
      const word = run.perform(learns ? { ...operation, learns } : operation, raw.peek(offset, size));
      raw.poke(offset, size, word);
      return word;
    }
    let bits = 0n;
    for (const cell of parts) {
      const at = cell.address - base;
      if (cell.size > size || cell.address < address || cell.address + cell.size > address + size)
        noticePartialLoad(world.context, run, cell, address, size, () => world.context.siteOf(current.site));
      const word = run.perform(loadOf(cell.address, cell.size, order), raw.peek(at, cell.size));
      raw.poke(at, cell.size, word);
      const shift = BigInt(8 * (at - offset));
      bits |= shift >= 0n ? bitsOf(word, cell.size) << shift : bitsOf(word, cell.size) >> -shift;
    }
    return wordOf(bits, size);
  }

  write(offset: number, size: CellSize, word: number, order: AccessOrder, loose = false): void {
    const { base, raw, world } = this;
    const { run } = current;
    if (run !== undefined) {
      const { context } = world;
      const address = base + offset;
      this.blocks.around(run, address, size, 'write');
      const site = siteFor(context, address, size);
      const cells = context.cells.forStore(address, size, order !== 'plain', site, loose);
      for (const cell of cells) {
        const whole = cell.size === size;
        const part = whole ? word : wordOf(bitsOf(word, size) >> BigInt(8 * (cell.address - address)), cell.size);
        run.perform(storeOf(cell.address, cell.size, part, order), 0);
        raw.poke(cell.address - base, cell.size, part);
      }
    } else raw.poke(offset, size, word);
  }

  modify(offset: number, size: CellSize, fn: RmwFunction, operand: number, expected = 0): number {
    const { base, raw, world } = this;
    const address = base + offset;
    this.blocks.around(current.run!, address, size, 'seq_cst');
    world.context.cells.forAtomic(address, size, siteFor(world.context, address, size));
    const old = current.run!.perform(updateOf(address, size, fn, operand, expected), raw.peek(offset, size));
    const stays = fn === 'cas' && old !== expected;
    raw.poke(offset, size, stays ? old : rmwResult(encodeFunction(fn, (8 * size) as Width), old, operand));
    return old;
  }

  readElement(kind: ElementKind, offset: number): Element {
    return kind.fromWord(this.read(offset, kind.size, 'plain'));
  }

  writeElement(kind: ElementKind, offset: number, value: Element): void {
    this.write(offset, kind.size, kind.toWord(value), 'plain');
  }

  pieceAt(offset: number, most: number, largest: number): CellSize {
    const { cells, blocks } = this.world.context;
    const address = this.base + offset;
    const end = blocks.within(address, address + most)?.start ?? address + most;
    const piece = cells.pieceAt(address, end - address);
    const isNew = cells.at(address) === undefined;
    return isNew ? (Math.min(piece, largest) as CellSize) : piece;
  }

  isAtomicAt(offset: number): boolean {
    return this.world.context.cells.at(this.base + offset)?.atomic === true;
  }

  readBlock(range: ByteRange, into: Uint8Array, at: number): number {
    const { base, bytes, blocks } = this;
    const { run } = current;
    let end = range.to;
    if (run !== undefined) {
      const block = blocks.toRead(run, this.addressed(range));
      if (block === undefined) return 0;
      blocks.read(run, block);
      end = Math.min(end, block.end - base);
    }
    for (let i = range.from; i < end; i++) into[at + i - range.from] = bytes[i]!;
    return end - range.from;
  }

  writeBlock(range: ByteRange, from: Uint8Array, at: number): number {
    const { bytes, blocks } = this;
    const { run } = current;
    if (run === undefined) {
      for (let i = range.from; i < range.to; i++) bytes[i] = from[at + i - range.from]!;
      return range.to - range.from;
    }
    const block = blocks.toWrite(run, this.addressed(range));
    if (block === undefined) return 0;
    const size = block.end - block.start;
    blocks.write(run, block, from.subarray(at, at + size));
    return size;
  }

  isInBlocks(range: ByteRange): boolean {
    const { run } = current;
    return run === undefined || this.blocks.isAll(run, this.addressed(range));
  }

  private addressed({ from, to, ...how }: ByteRange): ByteRange {
    return { from: this.base + from, to: this.base + to, ...how };
  }

  name(offset: number, index: number, _unit: number, form: ElementType): void {
    this.world.context.nameAccess(this.base + offset, current.site, index, form);
  }
}

/**
 * Returns the site to report if memory is divided differently. Undefined in the usual case, where the cell already
 * exists.
 */
function siteFor(context: Context, address: number, size: CellSize): Site | undefined {
  const cell = context.cells.at(address);
  return cell?.address === address && cell.size === size ? undefined : context.siteOf(current.site);
}
