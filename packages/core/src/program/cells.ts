import type { Site } from '../common/errors.js';
import { FencepostError } from '../common/errors.js';
import { RestartSearch } from './restart.js';

/** A range of bytes that the models treat as one location. */
export interface Cell {
  readonly address: number;
  readonly size: CellSize;
  /** Whether atomic operations access it: it must then not be split. */
  atomic: boolean;
  /** Whether it is written as a whole. */
  written: boolean;
  /** Whether parts of it are written, by steps that keep the other bytes. */
  partly: boolean;
  /**
   * Whether it is only accessed as a piece of a longer range of bytes. Other accesses may then divide it in any way.
   */
  loose: boolean;
  /** The place of the copy or fill of which the access that made it was a piece. */
  readonly range?: string | undefined;
  /** The size of the largest access that was no such piece; 0 if there was none. */
  used?: number;
}

/** The sizes of accesses in bytes. */
export type CellSize = 1 | 2 | 4 | 8 | 16;

/**
 * The division of shared memory into locations, which depends on the accesses. The first access to some bytes makes
 * them a cell. A smaller load reads part of a larger cell, as on hardware. A smaller plain store divides the cell; a
 * larger plain access becomes one access per cell. A plain access that is not aligned to its size becomes one access
 * per byte: machines may divide it. This is exact as long as such accesses do not race. If a division changes what was
 * already explored, the search restarts (`RestartSearch`). Atomics of different sizes on the same bytes are refused, or
 * (if the front end `joins` them) merge these bytes into one cell, of which smaller atomics write parts
 * (docs/internals/decisions/0027).
 */
export class Cells {
  private readonly owner = new Map<number, Cell>();
  /** Number of cells made. */
  made = 0;
  /** The largest new pieces of copies and fills, by their places, if their lengths vary. */
  private readonly pieces = new Map<string, CellSize>();
  /** Sites of accesses that are made piece by piece, by text, to report to the user. */
  readonly divided = new Map<string, Site>();
  private readonly joins: boolean;

  constructor(joins = false) {
    this.joins = joins;
  }

  /**
   * Returns the cells that a load reads, in order. A single cell may be larger than the access. `loose`: the access is
   * a piece of a longer range.
   */
  forLoad(address: number, size: CellSize, atomic: boolean, site: Site | undefined, loose = false): readonly Cell[] {
    if (!atomic && address % size !== 0)
      return this.byBytes(address, size, (byte) => this.forLoad(byte, 1, false, site, loose), site);
    const first = this.owner.get(address);
    if (first !== undefined && first.address <= address && first.address + first.size >= address + size) {
      first.used = Math.max(first.used ?? 0, size);
      if (first.size === size) {
        first.atomic ||= atomic;
        first.loose &&= loose;
      }
      return [first];
    }
    return this.covering(address, size, atomic, { written: false, loose }, site);
  }

  /**
   * Returns the cells that a store writes, in order. A cell that extends beyond the store is divided first, and the
   * search restarts. `range`: the place of the copy or fill of which this is a piece.
   */
  forStore(
    address: number,
    size: CellSize,
    atomic: boolean,
    site: Site | undefined,
    loose = false,
    range?: string,
  ): readonly Cell[] {
    if (!atomic && address % size !== 0)
      return this.byBytes(address, size, (byte) => this.forStore(byte, 1, false, site, loose, range), site);
    const first = this.owner.get(address);
    if (first?.address === address && first.size === size) {
      first.atomic ||= atomic;
      first.written = true;
      first.loose &&= loose;
      if (range === undefined) first.used = size;
      return [first];
    }
    if (atomic) this.takeOut(address, size);
    for (let byte = address; byte < address + size; byte++) {
      const cell = this.owner.get(byte);
      if (cell === undefined) continue;
      const sticksOut = cell.address < address || cell.address + cell.size > address + size;
      if (!sticksOut) continue;
      if (cell.atomic && this.joins) {
        const isInside = cell.address <= address && cell.address + cell.size >= address + size;
        const how = { written: true, loose, range };
        return isInside ? [this.withParts(cell)] : this.covering(address, size, atomic, how, site);
      }
      if (cell.atomic || (atomic && !this.joins)) throw this.mixed(cell, size, site);
      if (range === undefined || !this.divideRanges(cell, range, size)) this.divide(cell, address, size);
      throw new RestartSearch('a cell is divided');
    }
    return this.covering(address, size, atomic, { written: true, loose, range }, site);
  }

  /** Returns the cells of an access that is not aligned. */
  private byBytes(
    address: number,
    size: CellSize,
    cellsOf: (byte: number) => readonly Cell[],
    site: Site | undefined,
  ): readonly Cell[] {
    if (site !== undefined) this.noteDivided(site);
    return [...new Set(Array.from({ length: size }, (_, i) => cellsOf(address + i)).flat())];
  }

  /** Divides ranges around an atomic access in the middle of them. */
  private takeOut(address: number, size: CellSize): void {
    const inside = this.within(address, size);
    if (inside.length === 0 || !inside.every((cell) => cell.loose)) return;
    for (const cell of inside) this.remove(cell);
    this.add(address, size, true, true);
    throw new RestartSearch('a range is divided');
  }

  /** Returns the cell for a read-modify-write. It is larger than the access if cells were joined. */
  forAtomic(address: number, size: CellSize, site: Site | undefined): Cell {
    const cells = this.forStore(address, size, true, site);
    return cells[0]!;
  }

  /**
   * Returns the size in which to access the next of `bytes` bytes at `address`, for accesses to ranges. `range`: the place
   * of a copy or fill.
   */
  pieceAt(address: number, bytes: number, range?: string): CellSize {
    const cell = this.owner.get(address);
    if (cell?.address === address && cell.size <= bytes) return cell.size;
    let size = Math.min((range === undefined ? undefined : this.pieces.get(range)) ?? 8, 8) as CellSize;
    while (size > 1 && (size > bytes || address % size !== 0 || this.startsWithin(address + 1, size - 1))) {
      size = (size / 2) as CellSize;
    }
    return size;
  }

  /** Returns notes for the user about accesses that are made piece by piece. */
  notes(): readonly string[] {
    return [...this.divided.keys()].map(
      (place) =>
        `the access at ${place} is treated as several smaller ones: on a machine it may be atomic if it is aligned; here other accesses can come between`,
    );
  }

  all(): readonly Cell[] {
    return [...new Set(this.owner.values())];
  }

  /** Returns the largest pieces of copies and fills, for `restored`. */
  savedPieces(): readonly (readonly [string, CellSize])[] {
    return [...this.pieces];
  }

  /** Restores cells that another process saved. */
  static restored(
    cells: readonly Cell[],
    divided: readonly Site[],
    joins = false,
    pieces: readonly (readonly [string, CellSize])[] = [],
  ): Cells {
    const restored = new Cells(joins);
    for (const { address, size, atomic, written, partly, loose, range, used } of cells) {
      Object.assign(restored.add(address, size, atomic, written, loose, range), { partly, used });
    }
    for (const [range, size] of pieces) restored.pieces.set(range, size);
    for (const site of divided) restored.noteDivided(site);
    return restored;
  }

  /** Returns all cells within a range. */
  within(address: number, size: number): readonly Cell[] {
    // A program that computes a wrong size may allocate gigabytes.
    if (size > this.owner.size) {
      const end = address + size;
      const inside = [...this.owner].flatMap(([byte, cell]) => (byte >= address && byte < end ? [cell] : []));
      return [...new Set(inside)].toSorted((a, b) => a.address - b.address);
    }
    const cells = new Set<Cell>();
    for (let byte = address; byte < address + size; byte++) {
      const cell = this.owner.get(byte);
      if (cell !== undefined) cells.add(cell);
    }
    return [...cells];
  }

  /** Returns the cell that holds this byte. */
  at(address: number): Cell | undefined {
    return this.owner.get(address);
  }

  private startsWithin(address: number, bytes: number): boolean {
    for (let byte = address; byte < address + bytes; byte++) if (this.owner.get(byte)?.address === byte) return true;
    return false;
  }

  /** Returns cells that exactly cover the access. Bytes without a cell get new ones. */
  private covering(
    address: number,
    size: CellSize,
    atomic: boolean,
    {
      written,
      loose,
      range,
    }: { readonly written: boolean; readonly loose: boolean; readonly range?: string | undefined },
    site: Site | undefined,
  ): readonly Cell[] {
    const inside = this.within(address, size);
    if (inside.length === 0) return [this.add(address, size, atomic, written, loose, range)];
    if (atomic) this.takeOut(address, size);
    const small = inside.find((cell) => cell.written || cell.atomic || cell.address < address);
    if (small === undefined) {
      // Until now these bytes were only read in parts. From now on the parts are read from the whole.
      for (const cell of inside) this.remove(cell);
      this.add(address, size, atomic, written);
      throw new RestartSearch('cells are joined');
    }
    if (range === undefined) this.joinRanges(inside, address, size);
    if (atomic && this.joins) throw this.join(inside, address, size, site);
    if ((atomic || inside.some((cell) => cell.atomic)) && !this.joins) throw this.mixed(small, size, site);
    if (site !== undefined) this.noteDivided(site);
    const cells: Cell[] = [];
    for (let at = address; at < address + size;) {
      const piece = this.pieceAt(at, address + size - at, range);
      const cell = this.owner.get(at) ?? this.add(at, piece, false, written, loose, range);
      if (range === undefined) cell.used = Math.max(cell.used ?? 0, cell.size);
      cell.written ||= written;
      cell.loose &&= loose;
      const isPart = cell.address < address || cell.address + cell.size > address + size;
      cells.push(written && isPart ? this.withParts(cell) : cell);
      at = cell.address + cell.size;
    }
    return cells;
  }

  private noteDivided(site: Site): void {
    this.divided.set(`${site.file}:${site.line}`, site);
  }

  private add(address: number, size: CellSize, atomic: boolean, written: boolean, loose = false, range?: string): Cell {
    const used = range === undefined ? size : 0;
    const cell: Cell = { address, size, atomic, written, partly: false, loose, range, used };
    this.made++;
    for (let byte = address; byte < address + size; byte++) this.owner.set(byte, cell);
    return cell;
  }

  /** Records that parts of the cell are written. From now on, plain accesses to other parts of it do not race. */
  private withParts(cell: Cell): Cell {
    if (cell.partly) return cell;
    cell.partly = true;
    throw new RestartSearch('parts of a cell are written');
  }

  /** Merges an access and all cells that it overlaps into one atomic cell. Returns the error to throw. */
  private join(inside: readonly Cell[], address: number, size: CellSize, site: Site | undefined): Error {
    const start = Math.min(address, ...inside.map((cell) => cell.address));
    const end = Math.max(address + size, ...inside.map((cell) => cell.address + cell.size));
    const whole = LARGER.find((each) => start - (start % each) + each >= end);
    if (whole === undefined) return this.mixed(inside[0]!, size, site);
    const first = start - (start % whole);
    for (const cell of this.within(first, whole)) {
      if (cell.address < first || cell.address + cell.size > first + whole) return this.mixed(cell, size, site);
    }
    for (let byte = first; byte < first + whole; byte++) this.owner.delete(byte);
    this.add(first, whole, true, true);
    return new RestartSearch('atomic cells are joined');
  }

  /** Replaces a cell by smaller ones; one or several of them are the given range. */
  private divide(cell: Cell, address: number, size: number): void {
    const end = cell.address + cell.size;
    this.remove(cell);
    for (let at = cell.address; at < end;) {
      const border = at < address ? address : at < address + size ? address + size : end;
      const piece = largestPiece(at, Math.min(border, end));
      this.add(at, piece, false, true);
      at += piece;
    }
  }

  /**
   * Divides everything that this copy or fill and the one that made the cell have accessed, if nothing else needs it
   * whole: where the length varies, one division is seldom the last. Returns whether this divides the cell.
   */
  private divideRanges(cell: Cell, range: string, size: CellSize): boolean {
    const { pieces } = this;
    const ranges = [range, cell.range];
    if (cell.range === undefined || cell.used! > size) return false;
    if (ranges.some((each) => pieces.get(each!) === WHOLE)) return false;
    for (const each of ranges) pieces.set(each!, Math.min(size, pieces.get(each!) ?? size) as CellSize);
    for (const each of this.all()) {
      if (ranges.includes(each.range) && each.size > size && each.used! <= size && !each.atomic) this.remove(each);
    }
    return true;
  }

  /** Undoes this for ranges whose parts are accessed otherwise, by larger accesses. */
  private joinRanges(inside: readonly Cell[], address: number, size: CellSize): void {
    const { pieces } = this;
    const areDivided = inside.every(({ range, used }) => used === 0 && (pieces.get(range!) ?? WHOLE) < WHOLE);
    if (!areDivided) return;
    const ranges = new Set(inside.map(({ range }) => range!));
    for (const range of ranges) pieces.set(range, WHOLE);
    for (const cell of this.all()) if (ranges.has(cell.range!) && cell.used === 0) this.remove(cell);
    this.add(address, size, false, true);
    throw new RestartSearch('cells are joined');
  }

  private remove({ address, size }: Cell): void {
    for (let byte = address; byte < address + size; byte++) this.owner.delete(byte);
  }

  private mixed(cell: Cell, size: number, site: Site | undefined): FencepostError {
    return new FencepostError(
      'MIXED_SIZE',
      `memory is accessed with size ${cell.size} and, overlapping it, with size ${size}, one of them atomically`,
      { ...(site && { site }), hint: 'always access an atomic variable with the same width' },
    );
  }
}

/** Pieces of copies and fills are as large as possible, now and later. */
const WHOLE = 16;

const LARGER: readonly CellSize[] = [2, 4, 8, 16];

function largestPiece(from: number, to: number): CellSize {
  let size: CellSize = 8;
  while (size > 1 && (from % size !== 0 || from + size > to)) size = (size / 2) as CellSize;
  return size;
}
