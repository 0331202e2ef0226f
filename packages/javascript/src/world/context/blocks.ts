import { RestartSearch } from '@fencepost/core';

/** A range of bytes, from `start` to before `end`. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  /** Whether it is accessed as one location; otherwise its bytes are cells, as the program accesses them. */
  readonly isBlock: boolean;
  /** Size of an element in bytes, at the first access to the block. */
  readonly unit: number;
  /** Number of elements taken out of the block that this one was part of. */
  readonly taken: number;
}

/** If more elements than this are accessed one by one, all are likely to be. */
const MOST_TAKEN = 8;

/**
 * The ranges of bytes that threads copy at once: each is one location as long as no thread can observe a difference
 * (docs/internals/decisions/0031). They are not cells, and do not overlap any. New information only divides them; then
 * the search restarts.
 */
export class BlockTable {
  /** Whether blocks are made. */
  private isAllowed = false;
  /** In ascending order, disjoint. */
  private segments: Segment[] = [];

  get allowed(): boolean {
    return this.isAllowed;
  }

  /**
   * Allows or forbids blocks; call before the program is run: results with blocks are invalid without them, and vice
   * versa.
   */
  allow(allowed: boolean): void {
    this.isAllowed = allowed;
    if (!allowed) this.segments = this.segments.filter(({ isBlock }) => !isBlock);
  }

  all(): readonly Segment[] {
    return this.segments;
  }

  /** Restores the state that another process saved. */
  restore(segments: readonly Segment[], allowed: boolean): void {
    this.segments = [...segments];
    this.isAllowed = allowed;
  }

  /** Returns the segment that contains this byte. */
  at(address: number): Segment | undefined {
    const segment = this.segments[this.indexFrom(address)];
    return segment !== undefined && segment.start <= address ? segment : undefined;
  }

  /** Returns the first block that has bytes in this range. */
  within(start: number, end: number): Segment | undefined {
    for (let i = this.indexFrom(start); i < this.segments.length && this.segments[i]!.start < end; i++) {
      if (this.segments[i]!.isBlock) return this.segments[i];
    }
    return undefined;
  }

  /** Returns the start of the first segment after this byte, or `end`. */
  nextStart(address: number, end: number): number {
    const next = this.segments[this.indexFrom(address)];
    return next === undefined ? end : Math.min(Math.max(next.start, address), end);
  }

  /** Makes a block of bytes that belong to no segment and no cell. */
  make(start: number, end: number, unit: number): Segment {
    const made = { start, end, isBlock: true, unit, taken: 0 };
    this.segments.splice(this.indexFrom(start), 0, made);
    return made;
  }

  /** Cuts a block because a thread writes this range, which is only part of it. */
  cut(block: Segment, start: number, end: number): never {
    const pieces = [
      { ...block, end: start },
      { ...block, start: Math.max(start, block.start), end: Math.min(end, block.end) },
      { ...block, start: end },
    ];
    return this.replace(block, pieces, 'a block is cut');
  }

  /** Takes an element out of a block that contains all or part of it. */
  takeOut(block: Segment, start: number, end: number): never {
    if (block.taken === MOST_TAKEN) return this.divide(block);
    const rest = { ...block, taken: block.taken + 1 };
    const pieces = [
      { ...rest, end: start },
      { ...block, start: Math.max(start, block.start), end: Math.min(end, block.end), isBlock: false },
      { ...rest, start: end },
    ];
    return this.replace(block, pieces, 'an element is taken out of a block');
  }

  /** Divides a block: its bytes are accessed one by one from now on. */
  divide(block: Segment): never {
    return this.replace(block, [{ ...block, isBlock: false }], 'a block is divided');
  }

  private replace(block: Segment, pieces: readonly Segment[], why: string): never {
    const isPiece = ({ start, end }: Segment): boolean => start < end;
    this.segments.splice(this.segments.indexOf(block), 1, ...pieces.filter(isPiece));
    throw new RestartSearch(why);
  }

  /** Returns the index of the first segment that ends after this byte. */
  private indexFrom(address: number): number {
    let [low, high] = [0, this.segments.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.segments[middle]!.end <= address) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
