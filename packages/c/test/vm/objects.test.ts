import type { Site } from '@fencepost/core';
import { formatSite } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import type { MemoryObject } from '../../src/vm/objects/objects.js';
import { NoRoom, Objects } from '../../src/vm/objects/objects.js';

const SITE: Site = { file: 'a.c', line: 5, column: 1 };

function make(objects: Objects, thread: number, ordinal: number, size: number, statement = 'heap a.c:5'): MemoryObject {
  return objects.make('heap', statement, thread, ordinal, size, { name: 'object', known: 'type', site: SITE });
}

describe('objects', () => {
  it('have the same addresses in all executions', () => {
    const objects = new Objects();
    const first = make(objects, 2, 1, 24);
    const second = make(objects, 2, 2, 24);
    expect(make(objects, 2, 1, 24)).toBe(first);
    expect(make(objects, 2, 2, 24)).toBe(second);
  });

  it('differ by thread, statement, time and size', () => {
    const objects = new Objects();
    const all = [
      make(objects, 2, 1, 24),
      make(objects, 3, 1, 24),
      make(objects, 2, 2, 24),
      make(objects, 2, 1, 32),
      make(objects, 2, 1, 24, 'heap a.c:9'),
    ];
    expect(new Set(all.map(({ address }) => address)).size).toBe(all.length);
    for (const [i, { address, size }] of all.entries()) {
      expect(address % 16).toBe(0);
      if (i > 0) expect(address).toBeGreaterThanOrEqual(all[i - 1]!.address + all[i - 1]!.size + 256);
      expect(objects.covers(address) && objects.covers(address + size)).toBe(true);
    }
  });

  it('are found by every address in them, and in the gap behind them', () => {
    const objects = new Objects();
    const [a, b, c] = [make(objects, 1, 1, 3), make(objects, 1, 2, 0), make(objects, 1, 3, 100)];
    for (const object of [a, b, c]) {
      expect(objects.near(object.address)).toBe(object);
      expect(objects.near(object.address + object.size)).toBe(object);
      expect(objects.near(object.address + object.size + 255)).toBe(object);
    }
    expect(objects.near(a.address - 1)).toBeUndefined();
    expect(new Objects().near(a.address)).toBeUndefined();
  });

  it('are shared together if the same statement allocates them', () => {
    const objects = new Objects();
    const [a, b] = [make(objects, 1, 1, 8), make(objects, 2, 1, 16)];
    const other = make(objects, 1, 2, 8, 'heap a.c:9');
    a.group.shared = true;
    expect([b.group.shared, other.group.shared]).toEqual([true, false]);
  });

  it('do not overlap the data', () => {
    const covered = (memoryEnd: number, ...addresses: number[]): boolean[] =>
      addresses.map((address) => new Objects(memoryEnd).covers(address));
    expect(covered(2 ** 20, 0, 65_536, 2 ** 28 - 1, 2 ** 30)).toEqual([false, false, false, false]);
    expect(covered(2 ** 20, 2 ** 28, 2 ** 30 - 1)).toEqual([true, true]);
    expect(covered(2 ** 28 + 1, 2 ** 28, 2 ** 28 + 2 ** 17)).toEqual([false, true]);
  });

  it('have the requested alignment', () => {
    const objects = new Objects();
    const details = { name: 'object', known: 'type', site: SITE } as const;
    for (const align of [32, 4096, undefined, 64, 16]) {
      const { address } = objects.make('heap', 'heap a.c:5', 1, 1, 3, { ...details, align });
      expect(address % (align ?? 16)).toBe(0);
      const saved = Objects.restored(objects.save(), 0);
      expect(saved.make('heap', 'heap a.c:5', 1, 1, 3, { ...details, align }).address).toBe(address);
    }
  });

  it('are limited by the address space, and large ones leave room for others', () => {
    const objects = new Objects();
    make(objects, 1, 1, 2 ** 29);
    expect(() => make(objects, 1, 2, 2 ** 29)).toThrow(expect.objectContaining({ site: SITE }));
    expect(new NoRoom(SITE).limit.what).toBe(`the allocation at ${formatSite(SITE)}`);
    for (let size = 2 ** 28; size >= 2 ** 20; size /= 2) {
      for (let ordinal = 1; ordinal < 3; ordinal++) {
        try {
          make(objects, 2, ordinal, size);
        } catch (error) {
          expect(error).toBeInstanceOf(NoRoom);
        }
      }
    }
    expect(() => make(objects, 3, 1, 2 ** 20)).toThrow(NoRoom);
    for (let ordinal = 1; ordinal < 64; ordinal++) make(objects, 4, ordinal, 2 ** 20 - 1);
    expect(() => make(objects, 1, 2, 2 ** 29)).toThrow(NoRoom);
  });
});
