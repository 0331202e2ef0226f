import type { Context } from '../../world/context/context.js';
import type { Segment } from '../../world/context/blocks.js';
import type { Run } from '../../world/running/current.js';
import { decodeBytes, encodeBytes } from './block-words.js';
import type { ByteRange } from './memory.js';
import type { AccessOrder } from './operations.js';
import { blockLoadOf, blockStoreOf } from './operations.js';

/** The blocks of a buffer in a world, and their bytes as known to its thread. Ranges are ranges of addresses here. */
export class ModelBlocks {
  private readonly context: Context;
  private readonly base: number;
  private readonly bytes: Uint8Array;
  /** Words for the contents known to the thread. */
  private readonly known = new Map<Segment, number>();

  constructor(context: Context, base: number, buffer: SharedArrayBuffer) {
    this.context = context;
    this.base = base;
    this.bytes = new Uint8Array(buffer);
  }

  /**
   * Returns the block of which an access to one element reads a part. An access that must not read a block takes the
   * element out of it.
   */
  around(run: Run, address: number, size: number, order: AccessOrder | 'write'): Segment | undefined {
    const { cells, blocks } = this.context;
    const cell = cells.at(address);
    if (cell !== undefined && cell.address + cell.size >= address + size) return undefined;
    const block = blocks.within(address, address + size);
    if (block === undefined) return undefined;
    const isPart = block.start <= address && block.end >= address + size;
    if (isPart && order === 'plain' && !run.readsOnePlace) return block;
    return blocks.takeOut(block, address, address + size);
  }

  /** Returns the block with the next bytes to read. */
  toRead(run: Run, range: ByteRange): Segment | undefined {
    const { blocks } = this.context;
    const block = blocks.at(range.from) ?? this.make(run, range);
    if (block?.isBlock !== true) return undefined;
    if (run.readsOnePlace) blocks.divide(block);
    return block;
  }

  /** Returns the block with the next bytes to write; the write covers all of it. */
  toWrite(run: Run, range: ByteRange): Segment | undefined {
    const { blocks } = this.context;
    const { from, to } = range;
    const block = blocks.at(from) ?? this.make(run, range);
    if (block?.isBlock !== true) return undefined;
    if (block.start < from || block.end > to) blocks.cut(block, from, to);
    return block;
  }

  isAll(run: Run, range: ByteRange): boolean {
    const { blocks } = this.context;
    for (let { from } = range; from < range.to;) {
      const block = this.toRead(run, { ...range, from });
      if (block === undefined) {
        const some = blocks.within(range.from, range.to);
        return some === undefined ? false : blocks.divide(some);
      }
      from = block.end;
    }
    return true;
  }

  read(run: Run, block: Segment): void {
    const { bytes, known } = this;
    const start = block.start - this.base;
    const guess = known.get(block) ?? encodeBytes(bytes.subarray(start, block.end - this.base));
    const word = run.perform(blockLoadOf(block), guess);
    known.set(block, word);
    if (word !== guess) copyBytes(decodeBytes(word), bytes, start);
  }

  write(run: Run, block: Segment, content: Uint8Array): void {
    const word = encodeBytes(content);
    run.perform(blockStoreOf(block, word), 0);
    this.known.set(block, word);
    copyBytes(content, this.bytes, block.start - this.base);
  }

  /** Makes a block of bytes that are in no cell yet, unless they fit in one word. */
  private make(run: Run, { from, to, unit, largest }: ByteRange): Segment | undefined {
    const { cells, blocks } = this.context;
    if (!blocks.allowed || run.readsOnePlace) return undefined;
    const limit = blocks.nextStart(from, to);
    let end = from;
    while (end < limit && cells.at(end) === undefined) end++;
    const size = end - from - ((end - from) % unit);
    return size <= largest ? undefined : blocks.make(from, from + size, unit);
  }
}

/** Copies bytes without natives, whose accesses would be visible. */
function copyBytes(from: Uint8Array, to: Uint8Array, at: number): void {
  for (let i = 0; i < from.length; i++) to[at + i] = from[i]!;
}
