import type { Site } from '../src/index.js';
import { FencepostError, RestartSearch } from '../src/index.js';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Cell } from '../src/program/cells.js';
import { Cells } from '../src/program/cells.js';

const SITE: Site = { file: 'a.c', line: 7, column: 3 };
const A = 0x1000;

let cells: Cells;
beforeEach(() => {
  cells = new Cells();
});

/** `address+offset:size` of each. */
const places = (found: readonly Cell[]): string[] => found.map(({ address, size }) => `${address - A}:${size}`);

const load = (offset: number, size: 1 | 2 | 4 | 8, atomic = false): string[] =>
  places(cells.forLoad(A + offset, size, atomic, SITE));
const store = (offset: number, size: 1 | 2 | 4 | 8, atomic = false): string[] =>
  places(cells.forStore(A + offset, size, atomic, SITE));

describe('cells', () => {
  it('have the size of the first access', () => {
    expect(store(0, 4)).toEqual(['0:4']);
    expect(load(8, 8)).toEqual(['8:8']);
    expect(load(0, 4)).toEqual(['0:4']);
    expect(store(8, 8)).toEqual(['8:8']);
    expect(cells.made).toBe(2);
    expect(cells.at(A + 15)).toBe(cells.at(A + 8));
    expect(cells.at(A + 16)).toBeUndefined();
    expect(places(cells.within(A + 3, 6))).toEqual(['0:4', '8:8']);
    expect(cells.divided.size).toBe(0);
  });

  it('are found in order in a range of terabytes', () => {
    for (const offset of [12, 0, 4]) store(offset, 4);
    expect(places(cells.within(A + 4, 2 ** 42))).toEqual(['4:4', '12:4']);
  });

  it('are read in part by smaller loads, atomic ones included', () => {
    store(0, 8);
    expect(load(4, 4)).toEqual(['0:8']);
    expect(load(7, 1)).toEqual(['0:8']);
    expect(load(0, 4, true)).toEqual(['0:8']);
    expect(cells.at(A)!.atomic).toBe(false);
    store(8, 8, true);
    expect(load(12, 2)).toEqual(['8:8']);
    expect(cells.made).toBe(2);
  });

  describe('of copies and fills', () => {
    /** Fills bytes, and returns the pieces. */
    const fill = (offset: number, bytes: number): string[] => {
      const made: string[] = [];
      for (let at = offset; at < offset + bytes;) {
        const piece = cells.pieceAt(A + at, offset + bytes - at, 'fill');
        made.push(...places(cells.forStore(A + at, piece, false, SITE, false, 'fill')));
        at += piece;
      }
      return made;
    };

    it('are all divided as soon as the length of a fill varies', () => {
      for (const buffer of [0, 32, 64]) expect(fill(buffer, 12)).toEqual([`${buffer}:8`, `${buffer + 8}:4`]);
      expect(() => fill(0, 6)).toThrow(RestartSearch);
      expect(places(cells.within(A, 96))).toEqual(['8:4', '40:4', '72:4']);
      expect(fill(0, 6)).toEqual(['0:4', '4:2']);
      expect(fill(32, 12)).toEqual(['32:4', '36:4', '40:4']);
    });

    it('remain whole where something else accesses them whole', () => {
      for (const buffer of [0, 32]) fill(buffer, 16);
      load(8, 8);
      store(32, 8);
      expect(() => fill(0, 4)).toThrow(RestartSearch);
      expect(places(cells.within(A, 64))).toEqual(['8:8', '32:8']);
    });

    it('become whole again when something else accesses them so later', () => {
      for (const buffer of [0, 32]) fill(buffer, 16);
      expect(() => fill(0, 4)).toThrow(RestartSearch);
      expect(fill(0, 4)).toEqual(['0:4']);
      expect(fill(32, 16)).toEqual(['32:4', '36:4', '40:4', '44:4']);
      expect(() => load(32, 8)).toThrow(RestartSearch);
      expect(load(32, 8)).toEqual(['32:8']);
      // From now on only the cell that is in the way is divided.
      expect(fill(0, 16)).toEqual(['0:8', '8:8']);
      expect(() => fill(0, 4)).toThrow(RestartSearch);
      expect(places(cells.within(A, 64))).toEqual(['0:4', '4:4', '8:8', '32:8']);
      expect([...cells.divided]).toEqual([]);
    });

    it('are restored', () => {
      fill(0, 16);
      expect(() => fill(0, 4)).toThrow(RestartSearch);
      cells = Cells.restored(cells.all(), [], false, cells.savedPieces());
      expect(fill(64, 8)).toEqual(['64:4', '68:4']);
      expect(() => load(64, 8)).toThrow(RestartSearch);
    });
  });

  it('are divided by a smaller plain store, which restarts the search', () => {
    store(0, 8);
    expect(() => store(2, 1)).toThrow(RestartSearch);
    expect(places(cells.within(A, 8))).toEqual(['0:2', '2:1', '3:1', '4:4']);
    expect(store(2, 1)).toEqual(['2:1']);
    expect(store(0, 8)).toEqual(['0:2', '2:1', '3:1', '4:4']);
    expect(load(0, 4)).toEqual(['0:2', '2:1', '3:1']);
    expect([...cells.divided.keys()]).toEqual(['a.c:7']);
  });

  it('are divided one after the other by a store across their border', () => {
    store(0, 4);
    store(4, 4);
    for (let i = 0; i < 2; i++) expect(() => store(2, 4)).toThrow(RestartSearch);
    expect(store(2, 4)).toEqual(['2:1', '3:1', '4:1', '5:1']);
    expect(store(0, 8)).toEqual(['0:2', '2:1', '3:1', '4:1', '5:1', '6:2']);
  });

  it('are bytes for plain accesses that are not aligned, which machines may divide', () => {
    expect(store(1, 4)).toEqual(['1:1', '2:1', '3:1', '4:1']);
    expect(load(1, 4)).toEqual(['1:1', '2:1', '3:1', '4:1']);
    expect(cells.divided.size).toBe(1);
    store(8, 4);
    expect(load(9, 2)).toEqual(['8:4']);
  });

  it('are accessed one after the other by a larger plain access, with new ones between them', () => {
    store(1, 1);
    store(4, 2);
    expect(store(0, 8)).toEqual(['0:1', '1:1', '2:2', '4:2', '6:2']);
    expect(load(0, 8)).toEqual(['0:1', '1:1', '2:2', '4:2', '6:2']);
    expect(cells.within(A, 8).every(({ written }) => written)).toBe(true);
    expect(cells.divided.size).toBe(1);
  });

  it('are read across their border without being divided', () => {
    store(0, 4);
    store(4, 4);
    expect(load(2, 4)).toEqual(['0:4', '4:4']);
    expect(cells.made).toBe(2);
  });

  it('are joined if they were only read so far', () => {
    load(0, 1);
    load(1, 1);
    expect(() => load(0, 4)).toThrow(RestartSearch);
    expect(load(0, 4)).toEqual(['0:4']);
    expect(load(1, 1)).toEqual(['0:4']);
    expect(cells.divided.size).toBe(0);
  });

  it('are joined by a larger store and by an atomic access, too', () => {
    load(0, 1);
    expect(() => store(0, 4)).toThrow(RestartSearch);
    expect(store(0, 4)).toEqual(['0:4']);
    load(9, 1);
    expect(() => store(8, 4, true)).toThrow(RestartSearch);
    expect(cells.forAtomic(A + 8, 4, SITE)).toMatchObject({ address: A + 8, size: 4, atomic: true });
  });

  it('are not joined once one of them was written', () => {
    load(0, 1);
    store(1, 1);
    expect(load(0, 2)).toEqual(['0:1', '1:1']);
  });

  it.each<readonly [string, () => void, () => void]>([
    ['a plain store in an atomic', () => store(0, 4, true), () => store(1, 1)],
    ['an atomic store in a plain one', () => store(0, 4), () => store(0, 2, true)],
    ['an atomic over written parts', () => store(0, 2), () => store(0, 4, true)],
    ['a plain store over an atomic', () => store(0, 4, true), () => store(0, 8)],
    ['a plain load over an atomic', () => store(4, 4, true), () => load(0, 8)],
    ['atomic loads of two sizes', () => load(0, 4, true), () => load(0, 8, true)],
    ['a read-modify-write of another size', () => cells.forAtomic(A, 8, SITE), () => cells.forAtomic(A + 4, 4, SITE)],
    ['an atomic across a border', () => [store(0, 4), store(4, 4)], () => store(2, 4, true)],
  ])('are not accessed by atomics of another size: %s', (_name, first, second) => {
    first();
    expect(second).toThrow(FencepostError);
    expect(second).toThrow(
      expect.objectContaining({ code: 'MIXED_SIZE', site: SITE, hint: expect.stringContaining('width') as string }),
    );
  });

  it('become atomic whenever they are accessed so', () => {
    store(0, 4);
    expect(store(0, 4, true)).toEqual(['0:4']);
    expect(() => store(0, 2)).toThrow(expect.objectContaining({ code: 'MIXED_SIZE' }));
    load(8, 4, true);
    expect(() => store(8, 2)).toThrow(expect.objectContaining({ code: 'MIXED_SIZE' }));
  });
});

describe('cells that join atomics of several sizes', () => {
  beforeEach(() => {
    cells = new Cells(true);
  });

  it('become the largest, of which others write parts', () => {
    store(0, 2, true);
    store(2, 2, true);
    expect(() => load(0, 4, true)).toThrow(RestartSearch);
    expect(load(0, 4, true)).toEqual(['0:4']);
    expect(() => store(2, 2, true)).toThrow(RestartSearch);
    expect(store(2, 2, true)).toEqual(['0:4']);
    expect(load(1, 1)).toEqual(['0:4']);
    expect(cells.at(A)).toMatchObject({ atomic: true, partly: true });
  });

  it('are as large as is needed to be aligned, up to 16 bytes', () => {
    store(4, 2, true);
    expect(() => cells.forAtomic(A + 4, 4, SITE)).toThrow(RestartSearch);
    expect(places([cells.forAtomic(A + 4, 4, SITE)])).toEqual(['4:4']);
    expect(() => cells.forAtomic(A, 16, SITE)).toThrow(RestartSearch);
    expect(places([cells.forAtomic(A, 16, SITE)])).toEqual(['0:16']);
  });

  it('leave plain accesses divided', () => {
    store(4, 4, true);
    expect(load(0, 8)).toEqual(['0:4', '4:4']);
    expect(store(0, 8)).toEqual(['0:4', '4:4']);
    expect(() => store(2, 4)).toThrow(RestartSearch);
    store(8, 8);
    expect(() => store(12, 4, true)).toThrow(RestartSearch);
    expect(store(12, 4, true)).toEqual(['12:4']);
    expect([...cells.divided.keys()]).toEqual(['a.c:7']);
  });

  it('are restored', () => {
    store(0, 4, true);
    expect(() => store(0, 1, true)).toThrow(RestartSearch);
    cells = Cells.restored(cells.all(), [], true);
    expect(store(0, 1, true)).toEqual(['0:4']);
  });

  it('end where an access goes across 16 bytes', () => {
    store(12, 4, true);
    store(16, 4, true);
    expect(() => load(12, 8, true)).toThrow(expect.objectContaining({ code: 'MIXED_SIZE' }));
  });
});

describe('pieces of a range', () => {
  const pieces = (from: number, to: number): string[] => {
    const found: string[] = [];
    for (let at = from; at < to;) {
      const size = cells.pieceAt(A + at, to - at);
      found.push(`${at}:${size}`);
      at += size;
    }
    return found;
  };

  it('are as large as alignment and length allow', () => {
    expect(pieces(0, 16)).toEqual(['0:8', '8:8']);
    expect(pieces(1, 15)).toEqual(['1:1', '2:2', '4:4', '8:4', '12:2', '14:1']);
  });

  it('are the cells that are there', () => {
    store(2, 1);
    store(4, 4);
    store(12, 4);
    expect(pieces(0, 16)).toEqual(['0:2', '2:1', '3:1', '4:4', '8:4', '12:4']);
  });

  it('do not go beyond the range, even if a cell does', () => {
    store(0, 8);
    expect(pieces(0, 6)).toEqual(['0:4', '4:2']);
  });

  it('are divided around an atomic access, unless they are accessed otherwise, too', () => {
    const piece = (offset: number, size: 1 | 2 | 4 | 8): unknown => cells.forStore(A + offset, size, false, SITE, true);
    piece(0, 8);
    piece(8, 8);
    expect(() => store(4, 4, true)).toThrow(RestartSearch);
    expect(pieces(0, 16)).toEqual(['0:4', '4:4', '8:8']);
    expect(store(4, 4, true)).toEqual(['4:4']);
    // One that covers several.
    piece(16, 4);
    piece(20, 4);
    expect(() => store(16, 8, true)).toThrow(RestartSearch);
    expect(store(16, 8, true)).toEqual(['16:8']);
    for (const access of [load, store]) {
      piece(32, 8);
      access(32, 8);
      expect(() => store(32, 4, true)).toThrow(FencepostError);
      expect(() => piece(4, 2)).toThrow(FencepostError);
    }
  });
});
