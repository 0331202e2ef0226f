import { describe, expect, it } from 'vitest';
import { RegionNames } from '../../src/format/region-names.js';

function regions(...list: readonly object[]): RegionNames {
  const names = new RegionNames();
  names.read(list);
  return names;
}

describe('regions of memory', () => {
  const names = regions(
    { start: 64, end: 96, unit: 8, name: 'pos', form: 'Float64' },
    { start: 128, end: 136, unit: 4, name: 'flags' },
  );

  it('name their elements', () => {
    expect([64, 72, 76, 96, 132].map((address) => names.nameOf(address, false))).toEqual([
      ...['pos[0]', 'pos[1]', 'pos[1]+4', undefined, 'flags[1]'],
    ]);
  });

  it('know how a program sees them, but not their parts', () => {
    expect([names.formOf(72, 8), names.formOf(72, 4), names.formOf(128, 4), names.formOf(8, 8)]).toEqual([
      ...['Float64', undefined, undefined, undefined],
    ]);
  });

  it('are refused with an unknown form', () => {
    expect(() => regions({ start: 0, end: 8, unit: 8, name: 'x', form: 'Double' })).toThrow(/wrong list of names/);
  });
});
