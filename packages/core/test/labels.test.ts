import { describe, expect, it } from 'vitest';
import type { Site } from '../src/index.js';
import { LabelTable } from '../src/states/labels.js';

describe('the label of an operation', () => {
  const site: Site = { file: 'a.c', line: 3, column: 5 };

  it('is the same for one place, whether its site is the same object or an equal one', () => {
    const table = new LabelTable();
    const label = table.intern('load', 'left', 1, site);
    expect(table.intern('load', 'right', 4, site)).toBe(label);
    expect(table.intern('load', 'left', 1, { ...site })).toBe(label);
    expect(table.count).toBe(1);
  });

  it('depends on kind, role and task of operations with one site', () => {
    const table = new LabelTable();
    const ways = [
      ['load', undefined, ''],
      ['store', undefined, ''],
      ['load', 'upkeep', ''],
      ['load', undefined, 'task'],
    ] as const;
    const labels = (): number[] => ways.map(([kind, role, task]) => table.intern(kind, 'left', 1, site, role, task));
    const first = labels();
    expect(new Set(first).size).toBe(4);
    expect(labels()).toEqual(first);
  });
});
