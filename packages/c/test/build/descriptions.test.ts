import { describe, expect, it } from 'vitest';
import { describer, tabulate } from '../../src/build/descriptions.js';

/** Tabulated, written to disk, read again. */
function restored(name: string, size: number, original: (offset: number) => string): (offset: number) => string {
  return describer(name, JSON.parse(JSON.stringify(tabulate(name, size, original))) as ReturnType<typeof tabulate>);
}

function expectSame(name: string, size: number, original: (offset: number) => string): void {
  const copy = restored(name, size, original);
  for (let offset = 0; offset < size; offset++) expect(copy(offset)).toBe(original(offset));
}

const plus = (name: string, offset: number): string => (offset === 0 ? name : `${name}+${offset}`);

describe('names of parts', () => {
  it('are kept for a scalar', () => {
    expectSame('x', 8, (offset) => plus('x', offset));
    expect(tabulate('x', 8, (offset) => plus('x', offset)).names).toEqual([]);
  });

  it('are kept for a structure', () => {
    const point = (offset: number): string => (offset < 4 ? plus('p.x', offset) : plus('p.y', offset - 4));
    expectSame('p', 8, point);
    expect(restored('p', 8, point)(12)).toBe('p+12');
    expect(restored('p', 8, point)(-4)).toBe('p-4');
  });

  it('are kept for an array, however large', () => {
    const array = (offset: number): string => {
      const rest = offset % 16;
      return `a[${Math.floor(offset / 16)}]` + (rest < 8 ? plus('.next', rest) : plus('.value', rest - 8));
    };
    expectSame('a', 16 * 1000, array);
    expect(tabulate('a', 16_000, array).names).toHaveLength(2);
    expect(restored('a', 16_000, array)(16_008)).toBe('a[1000].value');
  });

  it('are kept for an array of one element and for arrays of arrays', () => {
    expectSame('a', 4, (offset) => plus('a[0]', offset));
    expectSame('m', 48, (offset) => plus(`m[${Math.floor(offset / 16)}][${Math.floor(offset / 4) % 4}]`, offset % 4));
  });
});
